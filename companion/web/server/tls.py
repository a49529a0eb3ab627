"""TLS for a listener: its context, and the authority that phones must trust."""

import ssl
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path

from companion.web.server.certificate import MAX_FILE_BYTES, NoCertificate, authority_of, certificate
from sheets.errors import reason
from sheets.ordinary_file import read_ordinary


@dataclass(frozen=True, slots=True)
class Tls:
    """The TLS settings of one listener.

    `host`: the name or address that its certificate is for. `authority`: the certificate that phones trust
    once, in DER; empty where others have signed.
    """

    context: ssl.SSLContext
    host: str
    authority: bytes = b""


@dataclass(frozen=True, slots=True)
class OwnFolder:
    """Certificates that the table makes and keeps in `folder`."""

    folder: Path

    def tls(self, host: str, name: str) -> Tls:
        """TLS for the address `host` and this computer's `name`. Raises NoCertificate."""
        from cryptography.hazmat.primitives.serialization import Encoding

        pem = certificate(self.folder, host, name)
        authority = authority_of(pem)
        return Tls(_context(pem, None), host, authority.public_bytes(Encoding.DER) if authority else b"")


@dataclass(frozen=True, slots=True)
class GivenFiles:
    """A certificate that somebody else has made, with its key: in a second file, or in the first (None)."""

    certificate: Path
    key: Path | None = None

    def tls(self, host: str, _name: str) -> Tls:
        """TLS for the address `host`, or for the first name of the certificate if it does not include that.

        Raises NoCertificate.
        """
        context = _context(self.certificate, self.key)
        names = self._names()
        return Tls(context, host if host in names else names[0])

    def _names(self) -> list[str]:
        """The names of the certificate. Raises NoCertificate."""
        from cryptography import x509

        try:
            found = x509.load_pem_x509_certificate(read_ordinary(self.certificate, MAX_FILE_BYTES))
            names = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        except (OSError, ValueError, x509.ExtensionNotFound):
            names = None
        known = [
            *(names.get_values_for_type(x509.DNSName) if names else []),
            *(str(each) for each in (names.get_values_for_type(x509.IPAddress) if names else [])
              if isinstance(each, (IPv4Address, IPv6Address))),
        ]  # fmt: skip
        plain = [name for name in known if "*" not in name]
        if not plain:
            raise NoCertificate(
                "The certificate {file} names no computer, so no phone would take it; give one with the "
                "table's name or address as its alternative name.",
                file=self.certificate,
            )
        return plain


CertificateSource = OwnFolder | GivenFiles


def _context(pem: Path, key: Path | None) -> ssl.SSLContext:
    """TLS with this certificate and key. Raises NoCertificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        context.load_cert_chain(pem, key, password=lambda: "")  # an encrypted key would prompt otherwise
    except (OSError, ValueError) as problem:
        if isinstance(problem, ssl.SSLError):
            raise NoCertificate(
                "{file} and {key} are not a certificate and its key without a password; give both as PEM "
                "files.",
                file=pem,
                key=key or pem,
            ) from problem
        raise NoCertificate(
            "The certificate {file} or its key {key} cannot be read ({why}).",
            file=pem,
            key=key or pem,
            why=reason(problem),
        ) from problem
    return context
