"""The table's own certificate is made without any program beside Python, and kept while it holds."""

from __future__ import annotations

import os
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509

from companion.web.http import certificate as module
from companion.web.http.certificate import NoCertificate, certificate

HOSTS = ("192.0.2.9", "fd00::9", "host.example")


def test_it_is_kept_as_long_as_it_fits(tmp_path: Path) -> None:
    first = certificate(tmp_path, HOSTS).read_text()
    assert certificate(tmp_path, HOSTS[::-1]).read_text() == first
    assert certificate(tmp_path, ("192.0.2.10", *HOSTS[1:])).read_text() != first
    assert [path.name for path in tmp_path.iterdir()] == ["https.pem"]


def test_no_program_is_needed_and_nobody_else_reads_the_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    pem = certificate(tmp_path / "https", HOSTS)
    made = x509.load_pem_x509_certificate(pem.read_bytes())
    names = made.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == ["host.example"]
    assert [str(address) for address in names.get_values_for_type(x509.IPAddress)] == ["192.0.2.9", "fd00::9"]
    assert made.not_valid_after_utc - made.not_valid_before_utc <= timedelta(days=825), "no phone takes more"
    if os.name != "nt":
        assert pem.stat().st_mode & 0o077 == 0


def test_it_is_renewed_before_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "DAYS", module.RENEWAL_DAYS)
    first = certificate(tmp_path, HOSTS).read_bytes()
    monkeypatch.undo()
    renewed = certificate(tmp_path, HOSTS).read_bytes()
    assert renewed != first
    ends = x509.load_pem_x509_certificate(renewed).not_valid_after_utc
    assert ends > datetime.now(UTC) + timedelta(days=700)


@pytest.mark.parametrize(("start", "stop"), [(0, 0), (0, 100), (0, -100), (100, None), (300, None)])
def test_a_damaged_one_is_replaced(tmp_path: Path, start: int, stop: int | None) -> None:
    pem = certificate(tmp_path, HOSTS)
    pem.write_bytes(pem.read_bytes()[start:stop])
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate(tmp_path, HOSTS))


def test_a_computer_without_a_proper_name_has_one_all_the_same(tmp_path: Path) -> None:
    pem = certificate(tmp_path, ("192.0.2.9", "a..b"))
    assert certificate(tmp_path, ("192.0.2.9", "a..b")) == pem


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "https").write_text("a file")
    with pytest.raises(NoCertificate, match=r"^No certificate can be kept in .*; leave out --https\.$"):
        certificate(tmp_path / "https", HOSTS)
