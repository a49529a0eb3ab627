"""The addresses that a table offers to phones, on computers with various networks."""

import socket
from types import SimpleNamespace

import ifaddr
import pytest

from companion import lan


@pytest.fixture
def networks(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Fake a computer without internet. Return a dict, to be filled with its networks' addresses by name."""
    addresses: dict[str, str] = {}

    def adapters() -> list[object]:
        return [
            SimpleNamespace(
                name=f"{{{name}}}" if " " in name else name,
                nice_name=name,
                ips=[
                    SimpleNamespace(
                        ip=address.partition("/")[0], network_prefix=int(address.partition("/")[2] or 24)
                    ),
                    SimpleNamespace(ip=("fe80::1", 0, 3), network_prefix=64),
                ],
            )
            for name, address in addresses.items()
        ]

    def refuse(*_: object) -> socket.socket:
        raise OSError("no route")

    monkeypatch.setattr(ifaddr, "get_adapters", adapters)
    monkeypatch.setattr(socket, "socket", refuse)
    return addresses


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("wlp3s0", "10.42.0.1"),
        ("Microsoft Wi-Fi Direct Virtual Adapter", "192.168.137.1"),
        ("ap0", "192.168.43.5"),
        ("en8", "172.20.10.3"),
        ("bridge100", "192.168.2.1"),
        ("eth0", "10.0.0.7"),
    ],
)
def test_a_hotspot_beside_a_tunnel_is_found_and_comes_first(
    networks: dict[str, str], name: str, address: str
) -> None:
    networks |= {"lo": "127.0.0.1", "tun0": "10.8.0.2", name: address}
    assert lan.addresses() == (address, "10.8.0.2")


@pytest.mark.parametrize(
    "name", ["docker0", "br-0a1b2c3d4e5f", "virbr0", "vboxnet0", "VirtualBox Host-Only Ethernet Adapter"]
)
def test_networks_within_the_computer_are_left_out(networks: dict[str, str], name: str) -> None:
    networks |= {name: "172.17.0.1", "wlan0": "192.168.1.5"}
    assert lan.addresses() == ("192.168.1.5",)


@pytest.mark.parametrize("name", ["wg0", "utun4", "tailscale0", "WireGuard Tunnel", "TAP-Windows Adapter V9"])
def test_a_tunnel_comes_last(networks: dict[str, str], name: str) -> None:
    networks |= {name: "10.8.0.2", "wlan0": "192.168.1.5"}
    assert lan.addresses() == ("192.168.1.5", "10.8.0.2")


def test_a_network_that_gave_no_address_counts_only_if_there_is_no_other(networks: dict[str, str]) -> None:
    networks |= {"eth0": "169.254.7.7"}
    assert lan.addresses() == ("169.254.7.7",)
    networks |= {"wlan0": "192.168.1.5"}
    assert lan.addresses() == ("192.168.1.5",)


def test_without_a_network_there_is_none(networks: dict[str, str]) -> None:
    networks |= {"lo": "127.0.0.1"}
    assert lan.addresses() == ()
