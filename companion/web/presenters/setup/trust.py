"""Steps by which each system comes to trust this table once: what to tap, screen by screen, and how to undo
it."""

from dataclasses import dataclass
from hashlib import sha256

from sheets.language import message


@dataclass(frozen=True, slots=True)
class Screen:
    """One drawn screen: its heading, its list, and the line of the list to tap (from 0)."""

    title: str
    lines: tuple[str, ...]
    touched: int


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do, and the screens on which it is done."""

    text: str
    screens: tuple[Screen, ...]


@dataclass(frozen=True, slots=True)
class System:
    """One kind of phone or computer. `removal`: how to remove the trust. `is_this`: the device that asks is
    one."""

    name: str
    steps: tuple[Step, ...]
    removal: str
    is_this: bool = False


SETTINGS = message("Settings")
ALLOW = message("Allow")
INSTALL = message("Install")

_IPHONE = (
    Step(
        message("In Safari, tap “Load the certificate” above, and allow the profile."),
        (
            Screen(
                message("This website is trying to download a configuration profile."),
                (message("Ignore"), ALLOW),
                1,
            ),
        ),
    ),
    Step(
        message("In the settings, tap the profile that was loaded, and install it."),
        (
            Screen(SETTINGS, (message("Profile Downloaded"), "Wi-Fi", "Bluetooth"), 0),
            Screen(message("Install Profile"), (message("Cancel"), INSTALL), 1),
        ),
    ),
    Step(
        message("In the settings under General and About, at the very end, switch the certificate on."),
        (
            Screen(message("General"), (message("About"), message("Software Update")), 0),
            Screen(message("About"), (message("Name"), message("Certificate Trust Settings")), 1),
            Screen(message("Certificate Trust Settings"), ("Qwixx at the table",), 0),
        ),
    ),
)
_ANDROID = (
    Step(message("Tap “Load the certificate” above; the phone keeps the file among its downloads."), ()),
    Step(
        message(
            "Open the settings and type “CA certificate” into their search. Without a search, go this way; "
            "makers of phones name it a little differently."
        ),
        (
            Screen(
                message("Security and privacy"),
                (message("Screen lock"), message("More security settings")),
                1,
            ),
            Screen(
                message("Encryption and credentials"),
                (message("Trusted credentials"), message("Install a certificate")),
                1,
            ),
            Screen(
                message("Install a certificate"),
                (message("CA certificate"), message("VPN and app user certificate")),
                0,
            ),
        ),
    ),
    Step(
        message("The phone warns of every such certificate. Install it anyway, and choose the file."),
        (
            Screen(
                message("Your data won't be private"),
                (message("Don't install"), message("Install anyway")),
                1,
            ),
            Screen(message("Downloads"), ("authority.crt",), 0),
        ),
    ),
)
_WINDOWS = (
    Step(
        message("Load the certificate above, open the file, and install it for yourself alone."),
        (
            Screen(message("Certificate"), (message("Install Certificate…"),), 0),
            Screen(message("Store Location"), (message("Current User"), message("Local Machine")), 0),
        ),
    ),
    Step(
        message("Choose the store yourself, go on to the end, and say yes."),
        (
            Screen(
                message("Certificate Store"),
                (message("Personal"), message("Trusted Root Certification Authorities")),
                1,
            ),
        ),
    ),
)
_MAC = (
    Step(
        message("Load the certificate above and open the file; it comes into the keychain “login”."),
        (Screen(message("Keychain Access"), ("Qwixx at the table",), 0),),
    ),
    Step(
        message("Open it there with a double click, and under Trust choose to trust it always."),
        (Screen(message("Trust"), (message("Use System Defaults"), message("Always Trust")), 1),),
    ),
)
_FIREFOX = (
    Step(
        message(
            "Load the certificate above. If the browser asks nothing, open its settings under "
            "privacy and security, look at the certificates, and import the file among the authorities."
        ),
        (Screen(message("Certificates"), (message("Your Certificates"), message("Authorities")), 1),),
    ),
    Step(
        message("Trust it to identify websites."),
        (
            Screen(
                message("Authorities"),
                (
                    message("Trust this CA to identify websites."),
                    message("Trust this CA to identify email users."),
                ),
                0,
            ),
        ),
    ),
)

_SYSTEMS = {
    "iphone": System(
        message("iPhone and iPad"),
        _IPHONE,
        message("Settings, General, VPN and Device Management: tap the profile, and remove it."),
    ),
    "android": System(
        message("Android phone"),
        _ANDROID,
        message(
            "Settings, Encryption and credentials, User credentials: tap the certificate, and remove it."
        ),
    ),
    "windows": System(
        "Windows",
        _WINDOWS,
        message("Run certmgr.msc, open Trusted Root Certification Authorities, and delete the certificate."),
    ),
    "mac": System("Mac", _MAC, message("Keychain Access, login, Certificates: delete the certificate.")),
    "firefox": System(
        message("Firefox, and browsers on Linux"),
        _FIREFOX,
        message("Settings, certificates, Authorities: choose the certificate, and delete or distrust it."),
    ),
}


def system_of(user_agent: str) -> str:
    """The key of the system that a browser says it runs on.

    >>> system_of("Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) …"), system_of("curl/8")
    ('iphone', 'firefox')
    """
    for word, key in (
        ("iPhone", "iphone"),
        ("iPad", "iphone"),
        ("Android", "android"),
        ("Firefox", "firefox"),
        ("Windows", "windows"),
        ("Macintosh", "mac"),
    ):
        if word in user_agent:
            return key
    return "firefox"


def present_systems(user_agent: str) -> tuple[System, ...]:
    """All systems, the one that asks first."""
    own = system_of(user_agent)
    first = _SYSTEMS[own]
    others = tuple(system for key, system in _SYSTEMS.items() if key != own)
    return (System(first.name, first.steps, first.removal, is_this=True), *others)


def fingerprint(certificate: bytes) -> str:
    """The SHA-256 of a certificate in DER, in groups of four, for people to compare.

    >>> fingerprint(b"")[:19]
    'E3B0 C442 98FC 1C14'
    """
    digits = sha256(certificate).hexdigest().upper()
    return " ".join(digits[i : i + 4] for i in range(0, len(digits), 4))
