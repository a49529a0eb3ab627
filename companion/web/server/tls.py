"""TLS for a listener: its context, and the authority that phones must trust."""

import ssl
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path

from sheets.errors import BadInput, reason


class NoCertificate(BadInput):
    """No certificate can be made, stored or used."""


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
        """Return TLS for the address `host` and this computer's `name`. Raise NoCertificate."""
        from companion.web.server.certificate import certificate  # loads much, which HTTP needs not

        if not ip_address(host).is_private:
            raise NoCertificate(
                "The address {host} is not one of a home network, so the table signs nothing for it; give a "
                "certificate with --certificate, or leave out --https.",
                host=host,
            )
        try:
            pem, authority = certificate(self.folder, host, name)
        except OSError as problem:
            raise NoCertificate(
                "No certificate can be kept in {folder} ({why}); leave out --https.",
                folder=self.folder,
                why=reason(problem),
            ) from problem
        return Tls(_context(pem, None), host, authority)


@dataclass(frozen=True, slots=True)
class GivenFiles:
    """A certificate that somebody else has made, with its key: in a second file, or in the first (None)."""

    certificate: Path
    key: Path | None = None

    def tls(self, host: str, _name: str) -> Tls:
        """Return TLS for the address `host`, or for the certificate's first name if it lacks that.

        Raise NoCertificate.
        """
        from companion.web.server.certificate import names_in

        context = _context(self.certificate, self.key)
        names = [name for name in names_in(self.certificate) if "*" not in name]
        if not names:
            raise NoCertificate(
                "The certificate {file} names no computer, so no phone would take it; give one with the "
                "table's name or address as its alternative name.",
                file=self.certificate,
            )
        return Tls(context, host if host in names else names[0])


CertificateSource = OwnFolder | GivenFiles


def _context(pem: Path, key: Path | None) -> ssl.SSLContext:
    """Return TLS with this certificate and key. Raise NoCertificate."""
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
