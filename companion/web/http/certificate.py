"""The certificate of this table for HTTPS, made here and kept with its key in one file."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

from companion.storage.private_files import make_folder, write_file
from sheets.errors import BadInput, reason
from sheets.ordinary_file import read_ordinary

if TYPE_CHECKING:
    from cryptography import x509

DAYS = 825
"""How long a certificate holds: no longer than phones accept."""
RENEWAL_DAYS = 30
"""Before its end, in which a new one is made in its place."""
SET_BACK = timedelta(days=1)
"""By which a phone's clock may be behind this computer's."""
MAX_FILE_BYTES = 100_000

_NAME = "Qwixx at the table"


class NoCertificate(BadInput):
    """No certificate can be kept."""


def certificate(folder: Path, hosts: Sequence[str]) -> Path:
    """A certificate for `hosts` with its key in one PEM file, made where there is none that still holds.

    Only this user may read the file. Raises NoCertificate.
    """
    target = folder / "https.pem"
    try:
        if target.is_file() and _holds(read_ordinary(target, MAX_FILE_BYTES), hosts):
            return target
        make_folder(folder)
        write_file(target, _made(hosts))
        (folder / "https.hosts").unlink(missing_ok=True)  # version 1.0 kept the names there
    except OSError as problem:
        raise NoCertificate(
            "No certificate can be kept in {folder} ({why}); leave out --https.",
            folder=folder,
            why=reason(problem),
        ) from problem
    return target


def _names(hosts: Sequence[str]) -> list[x509.GeneralName]:
    """`hosts` as a certificate states them."""
    from cryptography import x509

    found: list[x509.GeneralName] = []
    for host in hosts:
        try:
            found.append(x509.IPAddress(ip_address(host)))
        except ValueError:
            with contextlib.suppress(UnicodeError):  # a computer's name may be no name of a network
                found.append(x509.DNSName(host.encode("idna").decode()))
    return found


def _holds(pem: bytes, hosts: Sequence[str]) -> bool:
    """Whether this certificate is for `hosts` alone, and for some time yet, and its key is there."""
    from cryptography import x509
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        found = x509.load_pem_x509_certificate(pem)
        if load_pem_private_key(pem, None).public_key() != found.public_key():
            return False
        names = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (ValueError, x509.ExtensionNotFound):
        return False
    ends = found.not_valid_after_utc - timedelta(days=RENEWAL_DAYS)
    return set(names) == set(_names(hosts)) and datetime.now(UTC) < ends


def _made(hosts: Sequence[str]) -> bytes:
    """A new key, and a certificate for `hosts` that it signs itself, in PEM."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, _NAME)])
    now = datetime.now(UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - SET_BACK)
        .not_valid_after(now - SET_BACK + timedelta(days=DAYS))
        .add_extension(x509.SubjectAlternativeName(_names(hosts)), critical=False)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return private + signed.public_bytes(serialization.Encoding.PEM)
