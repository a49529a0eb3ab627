"""The table's own certificate authority needs no other program, is reused, and signs only for this table."""

import contextlib
import os
import socket
import ssl
import threading
from datetime import timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import ExtendedKeyUsageOID

from companion.web.server import certificate as module
from companion.web.server.announcement import NAMES
from companion.web.server.certificate import NoCertificate, certificate, tls

HOST, NAME = "192.0.2.9", "Host"


def made(folder: Path, host: str = HOST, name: str = NAME) -> bytes:
    return certificate(folder, host, name)[0].read_bytes()


def handshake(server: ssl.SSLContext, trusted: bytes, name: str) -> None:
    """Make a TLS connection, as a client that trusts only the authority `trusted`, to the server `name`."""
    ours, theirs = socket.socketpair()
    device = ssl.create_default_context(cadata=trusted)

    def answer() -> None:
        with contextlib.suppress(OSError):  # the device does not trust it
            server.wrap_socket(theirs, server_side=True).close()

    answering = threading.Thread(target=answer)
    try:
        ours.settimeout(30)
        theirs.settimeout(30)
        answering.start()
        with device.wrap_socket(ours, server_hostname=name) as agreed:
            assert agreed.version() in ("TLSv1.2", "TLSv1.3")
    finally:
        ours.close()
        answering.join(30)
        theirs.close()


def test_they_are_kept_as_long_as_they_fit(tmp_path: Path) -> None:
    for name in ("https.pem", "https.hosts"):  # of a version without an authority
        (tmp_path / name).write_text("former")
    first = made(tmp_path)
    assert made(tmp_path) == first
    assert made(tmp_path, "192.0.2.10") != first
    assert made(tmp_path) == first, "each address has its own"
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["authority-192.0.2.0.pem", "https-192.0.2.10.pem", "https-192.0.2.9.pem"]


def test_no_program_is_needed_and_nobody_else_reads_the_keys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    leaf, authority = x509.load_pem_x509_certificates(made(tmp_path / "https"))
    names = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == ["host.local", *NAMES]
    assert [str(address) for address in names.get_values_for_type(x509.IPAddress)] == [HOST]
    assert leaf.not_valid_after_utc - leaf.not_valid_before_utc <= timedelta(days=398)
    leaf.verify_directly_issued_by(authority)
    if os.name != "nt":
        assert all(path.stat().st_mode & 0o077 == 0 for path in (tmp_path / "https").iterdir())


def test_a_phone_that_trusts_the_authority_trusts_the_next_certificate_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trusted, first = tls(tmp_path, HOST, NAME)[1], made(tmp_path)
    monkeypatch.setattr(module, "RENEWAL_DAYS", 500)  # the certificate ends soon, its authority does not
    assert made(tmp_path) != first, "it is renewed before its end"
    handshake(tls(tmp_path, HOST, NAME)[0], trusted, HOST)
    context, authority = tls(tmp_path, "192.0.2.77", NAME)
    handshake(context, trusted, "192.0.2.77")
    handshake(context, trusted, "host.local")
    assert authority == trusted


@pytest.mark.parametrize(
    "name",
    [
        "192.0.3.9",
        "example.org",
        "other.local",
        "host",
        x509.RFC822Name("ann@example.org"),
        x509.UniformResourceIdentifier("https://web.dev/"),
    ],
)
def test_a_stolen_authority_shows_no_phone_another_website(
    tmp_path: Path, name: str | x509.GeneralName
) -> None:
    certificate(tmp_path, HOST, NAME)
    authority = module._read(tmp_path / "authority-192.0.2.0.pem")
    assert authority is not None
    names = module._names([name]) if isinstance(name, str) else [*module._names([HOST]), name]
    stated = [x509.SubjectAlternativeName(names), *module._common(signs=False)]
    pem = tmp_path / "forged.pem"
    pem.write_bytes(module._sign(stated, authority).pem)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem)
    trusted = authority.certificate.public_bytes(Encoding.DER)
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        handshake(context, trusted, name if isinstance(name, str) else HOST)


def test_the_authority_signs_for_servers_alone_and_for_two_years_at_most(tmp_path: Path) -> None:
    stated = x509.load_der_x509_certificate(tls(tmp_path, HOST, "dev")[1])
    usages = stated.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(usages) == [ExtendedKeyUsageOID.SERVER_AUTH]
    years = (stated.not_valid_after_utc - stated.not_valid_before_utc) / timedelta(days=365)
    assert 1 <= years <= 2
    limits = stated.extensions.get_extension_for_class(x509.NameConstraints)
    names = limits.value.permitted_subtrees or []
    assert limits.critical
    assert all(str(each.value).endswith(".local") for each in names if isinstance(each, x509.DNSName))


def test_a_public_address_is_not_signed_for(tmp_path: Path) -> None:
    with pytest.raises(NoCertificate, match="not one of a home network"):
        tls(tmp_path, "8.8.8.8", NAME)


def test_another_network_has_another_authority(tmp_path: Path) -> None:
    assert tls(tmp_path, HOST, NAME)[1] != tls(tmp_path, "192.168.3.9", NAME)[1]
    assert tls(tmp_path, "fd00::9", NAME)[1]
    assert tls(tmp_path, HOST, "another")[1] != tls(tmp_path, HOST, NAME)[1]


@pytest.mark.parametrize("file", ["https-192.0.2.9.pem", "authority-192.0.2.0.pem"])
@pytest.mark.parametrize(("start", "stop"), [(0, 0), (0, 100), (300, None)])
def test_a_damaged_one_is_replaced(tmp_path: Path, file: str, start: int, stop: int | None) -> None:
    made(tmp_path)
    damaged = tmp_path / file
    damaged.write_bytes(damaged.read_bytes()[start:stop])
    context, authority = tls(tmp_path, HOST, NAME)
    handshake(context, authority, HOST)


def test_a_computer_without_a_proper_name_has_one_all_the_same(tmp_path: Path) -> None:
    for name in ("", "a..b", "ein.rechner.example"):
        context, authority = tls(tmp_path, HOST, name)
        handshake(context, authority, HOST)


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "https").write_text("a file")
    with pytest.raises(NoCertificate, match=r"^No certificate can be kept in .*; leave out --https\.$"):
        tls(tmp_path / "https", HOST, NAME)
