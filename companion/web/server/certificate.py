"""The table's certificates for HTTPS: its own certificate authority, and the certificates that it signs.

A phone that trusts the authority once shows no more warnings. An authority can sign only certificates of
servers, for this computer's local names and the private addresses of one network (RFC 5280, 4.2.1.10). Each
network has its own authority.
"""

import contextlib
import ssl
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_network
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID

from companion.storage.private_files import make_folder, write_file
from companion.web.server.announcement import NAMES
from sheets.errors import BadInput, reason
from sheets.ordinary_file import read_ordinary

DAYS = 397
"""Validity of a certificate in days; browsers reject certificates with longer validity."""
AUTHORITY_DAYS = 730
"""Validity of an authority in days. Afterwards each phone has to trust a new authority."""
RENEWAL_DAYS = 30
"""A certificate with fewer days left than this is replaced."""
SET_BACK = timedelta(days=1)
"""Certificates are valid from this long before their creation, for phones whose clock is slow."""
PREFIXES = {4: 24, 6: 64}
"""Prefix length, in bits, of the network that an authority may sign for, by IP version."""
MAX_FILE_BYTES = 100_000

_SUBJECT = "Qwixx at the table"
"""Common name of certificates: not a host name, because the authority permits only some host names."""


@dataclass(frozen=True, slots=True)
class SignedCertificate:
    """A certificate with its private key."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    @property
    def pem(self) -> bytes:
        """Return the key and the certificate in PEM."""
        key = self.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        return key + self.certificate.public_bytes(Encoding.PEM)


class NoCertificate(BadInput):
    """No certificate can be made or saved."""


def tls(folder: Path, host: str, name: str = "") -> tuple[ssl.SSLContext, bytes]:
    """Return a TLS context for the IP address `host`, and the authority's certificate in DER.

    `folder`: where the certificates are kept. `name`: this computer's host name, or "". Raise NoCertificate
    for a public address, or if the certificates can't be saved.
    """
    if not ip_address(host).is_private:
        raise NoCertificate(
            "The address {host} is not one of a home network, so the table signs nothing for it; leave out "
            "--https.",
            host=host,
        )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        pem, authority = certificate(folder, host, name)
        context.load_cert_chain(pem)
    except OSError as problem:
        raise NoCertificate(
            "No certificate can be kept in {folder} ({why}); leave out --https.",
            folder=folder,
            why=reason(problem),
        ) from problem
    return context, authority


def certificate(folder: Path, host: str, name: str = "") -> tuple[Path, bytes]:
    """Return the PEM file for `host` (key and certificates), and the authority's certificate in DER.

    The arguments are those of `tls`.
    """
    make_folder(folder)
    network = ip_network(f"{host}/{PREFIXES[ip_address(host).version]}", strict=False)
    computer = name.partition(".")[0]
    names = [*([f"{computer}.local"] if computer else []), *NAMES]  # no website is below `local` (RFC 6762)
    # kinds of names that are not mentioned would be unrestricted; `invalid` never exists (RFC 2606)
    permitted = [x509.IPAddress(network), *_names(names)]
    permitted += [x509.RFC822Name("invalid"), x509.UniformResourceIdentifier("invalid")]
    authority_file = folder / _file_name("authority", str(network.network_address))
    target = folder / _file_name("https", host)
    authority = _kept(authority_file, [x509.NameConstraints(permitted, None), *_common(signs=True)], None)
    _kept(target, [x509.SubjectAlternativeName(_names([host, *names])), *_common(signs=False)], authority)
    for former in ("https.pem", "https.hosts"):  # files of a version without an authority
        (folder / former).unlink(missing_ok=True)
    return target, authority.certificate.public_bytes(Encoding.DER)


def _file_name(kind: str, address: str) -> str:
    return f"{kind}-{address.replace(':', '.')}.pem"


def _kept(
    file: Path, wanted: Sequence[x509.ExtensionType], by: SignedCertificate | None
) -> SignedCertificate:
    """Return the certificate in `file` if it is usable, otherwise a new one, saved in `file`.

    `wanted`: its extensions. `by`: the authority that signs it, or None if it signs itself.
    """
    kept = _read(file)
    if kept is None or not _is_usable(kept.certificate, wanted, (by or kept).certificate):
        kept = _sign(wanted, by)
        write_file(file, kept.pem + (by.certificate.public_bytes(Encoding.PEM) if by else b""))
    return kept


def _read(file: Path) -> SignedCertificate | None:
    """Return the certificate and the key in `file`, or None if they are missing or don't match."""
    if not file.is_file():
        return None
    pem = read_ordinary(file, MAX_FILE_BYTES)
    with contextlib.suppress(ValueError, TypeError):
        shown, key = x509.load_pem_x509_certificate(pem), load_pem_private_key(pem, None)
        if isinstance(key, ec.EllipticCurvePrivateKey) and key.public_key() == shown.public_key():
            return SignedCertificate(shown, key)
    return None


def _is_usable(kept: x509.Certificate, wanted: Sequence[x509.ExtensionType], by: x509.Certificate) -> bool:
    """Return True if `kept` has the `wanted` extensions, is signed by `by`, and needs no renewal yet."""
    stated = kept.extensions
    try:
        kept.verify_directly_issued_by(by)
        is_same = all(stated.get_extension_for_class(type(each)).value == each for each in wanted)
    except (ValueError, TypeError, x509.ExtensionNotFound, InvalidSignature):
        return False
    return is_same and datetime.now(UTC) < kept.not_valid_after_utc - timedelta(days=RENEWAL_DAYS)


def _common(*, signs: bool) -> list[x509.ExtensionType]:
    """Return extensions for a certificate that may only sign others (`signs`), or may only serve TLS."""
    no = False
    return [
        x509.BasicConstraints(ca=signs, path_length=0 if signs else None),
        x509.KeyUsage(not signs, no, no, no, no, key_cert_sign=signs, crl_sign=signs, encipher_only=no,
                      decipher_only=no),
        x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]),
    ]  # fmt: skip


def _names(hosts: Sequence[str]) -> list[x509.GeneralName]:
    """Return `hosts` as names for a certificate, without invalid names."""
    names: list[x509.GeneralName] = []
    for host in hosts:
        try:
            names.append(x509.IPAddress(ip_address(host)))
        except ValueError:
            with contextlib.suppress(UnicodeError):
                names.append(x509.DNSName(host.lower().encode("idna").decode()))
    return names


def _sign(stated: Sequence[x509.ExtensionType], by: SignedCertificate | None) -> SignedCertificate:
    """Return a new key and certificate with the extensions `stated`, signed by `by` (None: by itself)."""
    key = ec.generate_private_key(ec.SECP256R1())
    own = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    number = "" if by else f" {own.digest.hex()[:6]}"
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, _SUBJECT + number)])
    begins = datetime.now(UTC) - SET_BACK
    signer = by.key if by else key
    signer_id = x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key())
    builder = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(by.certificate.subject if by else name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(begins + timedelta(days=DAYS if by else AUTHORITY_DAYS))
        .add_extension(signer_id, critical=False)
        .add_extension(own, critical=False)
    )
    for each in stated:
        is_critical = isinstance(each, (x509.BasicConstraints, x509.KeyUsage, x509.NameConstraints))
        builder = builder.add_extension(each, critical=is_critical)
    return SignedCertificate(builder.sign(signer, hashes.SHA256()), key)
