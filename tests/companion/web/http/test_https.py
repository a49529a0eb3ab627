"""Connections by HTTPS end, whoever ends them and how often."""

from __future__ import annotations

import gc
import socket
import ssl
from pathlib import Path

import pytest

from companion.web.http.certificate import certificate
from companion.web.http.connections import Connections
from companion.web.http.https import Tunnel
from tests.waiting import until


@pytest.mark.filterwarnings("error")
def test_a_connection_that_is_ended_twice_gives_back_its_place(tmp_path: Path) -> None:
    """Its device says nothing more when the page has ended, and then somebody else needs the place."""
    pem, places = certificate(tmp_path, ("127.0.0.1",)), Connections()
    with socket.create_server(("127.0.0.1", 0)) as inner, socket.create_server(("127.0.0.1", 0)) as outer:
        tunnel = Tunnel(outer, inner.getsockname(), pem, places)
        context = ssl.create_default_context(cafile=str(pem))
        plain = socket.create_connection(outer.getsockname(), timeout=30)
        with context.wrap_socket(plain, server_hostname="127.0.0.1") as device:
            device.sendall(b"hello")
            page, address = inner.accept()
            assert page.recv(100) == b"hello"
            (connection,) = places._open
            assert tunnel.find(address) is connection
            page.close()
            assert device.recv(100) == b"", "the tunnel says goodbye to the device, which does not answer"
            connection.end()
            connection.end()
            until(lambda: not places._open)
            assert tunnel.find(address) is None
        tunnel.close()
    gc.collect()  # what is left open says so
