"""The certificates of this table for HTTPS: its own authority, and what that authority signs.

A phone that trusts the authority once warns no more, whatever certificate the table shows later. The
authority can speak for servers only, under this computer's local names and the private addresses of one
network (RFC 5280, 4.2.1.10); each network has its own.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.storage.private_files import make_folder, write_file
from companion.web.server.announcement import NAMES
from sheets.errors import BadInput, reason
from sheets.ordinary_file import read_ordinary

if TYPE_CHECKING:
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec

DAYS = 397
"""Validity of a certificate in days, the longest that browsers accept of others."""
AUTHORITY_DAYS = 730
"""Validity of an authority in days; after it each phone has to trust the next one."""
RENEWAL_DAYS = 30
"""Days before its end from which a certificate is renewed."""
SET_BACK = timedelta(days=1)
"""Time by which a phone's clock may be behind this computer's; chosen."""
PREFIXES = {4: 24, 6: 64}
"""Length of the prefix that names a home network, in bits, by version of the address."""
MAX_FILE_BYTES = 100_000

_SUBJECT = "Qwixx at the table"
"""Subject of certificates: not a host name, which would have to be among those permitted."""


class NoCertificate(BadInput):
    """No certificate can be made or stored."""


@dataclass(frozen=True, slots=True)
class Signed:
    """A certificate with its key."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    @property
    def pem(self) -> bytes:
        """Key and certificate."""
        from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

        key = self.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        return key + self.certificate.public_bytes(Encoding.PEM)

    @property
    def ends_soon(self) -> bool:
        """True if it should be renewed."""
        return datetime.now(UTC) > self.certificate.not_valid_after_utc - timedelta(days=RENEWAL_DAYS)


def certificate(folder: Path, host: str, name: str = "") -> Path:
    """A PEM file: a key, a certificate for the address `host` and the computer's `name`, and its authority.

    Valid ones are kept, others made. Only this user may read the files. Raises NoCertificate.
    """
    from cryptography.hazmat.primitives.serialization import Encoding

    target = folder / f"https-{_in_a_file_name(host)}.pem"
    names = [host, *_names_of_computer(name)]
    try:
        authority = _kept_authority(folder, host, name)
        found = _read(target)
        if found is None or found.ends_soon or not _is_for(found, names, authority):
            issued = _issue(names, authority)
            write_file(target, issued.pem + authority.certificate.public_bytes(Encoding.PEM))
        for former in ("https.pem", "https.hosts"):  # without an authority
            (folder / former).unlink(missing_ok=True)
    except OSError as problem:
        raise NoCertificate(
            "No certificate can be kept in {folder} ({why}); leave out --https.",
            folder=folder,
            why=reason(problem),
        ) from problem
    return target


def authority_of(pem: Path) -> x509.Certificate | None:
    """The authority that signed the first certificate of a file, if it stands there too."""
    from cryptography import x509

    try:
        first, *others = x509.load_pem_x509_certificates(read_ordinary(pem, MAX_FILE_BYTES))
    except (OSError, ValueError):
        return None
    return next((other for other in others if other.subject == first.issuer), None)


def _network(host: str) -> IPv4Network | IPv6Network:
    """The network of an address, as small as those of homes are."""
    address = ip_address(host)
    return ip_network(f"{address}/{PREFIXES[address.version]}", strict=False)


def _kept_authority(folder: Path, host: str, name: str) -> Signed:
    """The authority for the network of `host`, made if no valid one exists. Raises OSError, NoCertificate."""
    if not ip_address(host).is_private:
        raise NoCertificate(
            "The address {host} is not one of a home network, so the table signs nothing for it; give a "
            "certificate with --certificate, or leave out --https.",
            host=host,
        )
    network = _network(host)
    file = folder / f"authority-{_in_a_file_name(str(network.network_address))}.pem"
    found = _read(file)
    wanted = _constraints(network, name)
    if found is None or found.ends_soon or not _is_limited(found, wanted):
        found = _make_authority(wanted)
        make_folder(folder)
        write_file(file, found.pem)
    return found


def _names_of_computer(name: str) -> list[str]:
    """Its name as a network without a server of names knows it, and those that a table announces. No website
    has a name below `local` (RFC 6762)."""
    first = name.partition(".")[0]
    return [*([f"{first}.local"] if first else []), *NAMES]


def _in_a_file_name(host: str) -> str:
    """An address in a form that every system accepts in the name of a file."""
    return host.replace(":", ".")


def _read(file: Path) -> Signed | None:
    """The first certificate of a file with its key; None if there is none to use. Raises OSError."""
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    if not file.is_file():
        return None
    pem = read_ordinary(file, MAX_FILE_BYTES)
    try:
        found = x509.load_pem_x509_certificate(pem)
        key = load_pem_private_key(pem, None)
    except (ValueError, TypeError):
        return None
    fits = isinstance(key, ec.EllipticCurvePrivateKey) and key.public_key() == found.public_key()
    return Signed(found, key) if fits and isinstance(key, ec.EllipticCurvePrivateKey) else None


def _names(hosts: Sequence[str]) -> list[x509.GeneralName]:
    """`hosts` as a certificate states them; without those that are no names in a network."""
    from cryptography import x509

    found: list[x509.GeneralName] = []
    for host in hosts:
        try:
            found.append(x509.IPAddress(ip_address(host)))
        except ValueError:
            with contextlib.suppress(UnicodeError):
                found.append(x509.DNSName(host.lower().encode("idna").decode()))
    return found


def _constraints(network: IPv4Network | IPv6Network, name: str) -> x509.NameConstraints:
    """The name constraints of an authority: that network and the computer's names, and nothing else.

    Of e-mail and URI only the domain `invalid` is permitted, which nobody has (RFC 2606): a kind of name that
    is left out would not be constrained.
    """
    from cryptography import x509

    permitted = [x509.IPAddress(network), *_names(_names_of_computer(name))]
    permitted += [x509.RFC822Name("invalid"), x509.UniformResourceIdentifier("invalid")]
    return x509.NameConstraints(permitted_subtrees=permitted, excluded_subtrees=None)


def _is_limited(authority: Signed, wanted: x509.NameConstraints) -> bool:
    """Tell whether an authority is limited as it is made today; those of version 1.0 were limited less."""
    from cryptography import x509

    stated = authority.certificate.extensions
    try:
        stated.get_extension_for_class(x509.ExtendedKeyUsage)
        return stated.get_extension_for_class(x509.NameConstraints).value == wanted
    except x509.ExtensionNotFound:
        return False


def _is_for(found: Signed, hosts: Sequence[str], authority: Signed) -> bool:
    """Tell whether a certificate is for `hosts` alone, and signed by this authority."""
    from cryptography import x509
    from cryptography.exceptions import InvalidSignature

    try:
        names = found.certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        found.certificate.verify_directly_issued_by(authority.certificate)
    except (ValueError, TypeError, x509.ExtensionNotFound, InvalidSignature):
        return False
    return set(names) == set(_names(hosts))


def _new_key() -> ec.EllipticCurvePrivateKey:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.generate_private_key(ec.SECP256R1())


def _begun(subject: str, issuer: x509.Name | None, key: Any, days: int) -> x509.CertificateBuilder:
    """The common part of all certificates."""
    from cryptography import x509

    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, subject)])
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(issuer or name)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - SET_BACK)
        .not_valid_after(now - SET_BACK + timedelta(days=days))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
    )


def _make_authority(constraints: x509.NameConstraints) -> Signed:
    """A new authority, which signs itself."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.x509.oid import ExtendedKeyUsageOID

    key = _new_key()
    number = x509.SubjectKeyIdentifier.from_public_key(key.public_key()).digest.hex()[:6]
    begun = _begun(f"{_SUBJECT} {number}", None, key.public_key(), AUTHORITY_DAYS)
    signed = (
        begun.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(constraints, critical=True)
        .sign(key, hashes.SHA256())
    )
    return Signed(signed, key)


def _issue(hosts: Sequence[str], authority: Signed) -> Signed:
    """A certificate for `hosts` with a new key, signed by `authority`."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.x509.oid import ExtendedKeyUsageOID

    key, by = _new_key(), authority.certificate
    signed = (
        _begun(_SUBJECT, by.subject, key.public_key(), DAYS)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(_names(hosts)), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key()), critical=False
        )
        .sign(authority.key, hashes.SHA256())
    )
    return Signed(signed, key)


def _usage(signs: bool) -> x509.KeyUsage:
    """The key usage: to sign certificates, or to speak TLS."""
    from cryptography import x509

    return x509.KeyUsage(
        digital_signature=not signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs,
        crl_sign=signs,
        encipher_only=False,
        decipher_only=False,
    )
