"""A page as a program: as much of a WebSocket as is needed to sit at a table, to hear what happens there, and to make a move."""

import base64
import json
import os
import struct


class Page:
    """Somebody's socket; `status` is 101 if it was let in."""

    def __init__(self, stream, host, token, origin=None):
        self.stream, self.next = stream, 1
        # Ids are the player's, whatever page they come from: no two pages use the same.
        self.own = os.urandom(4).hex()
        key = base64.b64encode(os.urandom(16)).decode()
        head = f"GET /ws HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        head += f"Sec-WebSocket-Key: {key}\r\nOrigin: {origin or f'http://{host}'}\r\nCookie: stammtisch={token}\r\n\r\n"
        self.stream.sendall(head.encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += self.exactly(1)
        self.status = int(answer.split(b" ")[1])

    def say(self, message):
        text, mask = json.dumps(message).encode(), os.urandom(4)
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(text))
        length = bytes([0x80 | len(text)]) if len(text) < 126 else bytes([0xFE]) + struct.pack(">H", len(text))
        self.stream.sendall(b"\x81" + length + mask + masked)

    def exactly(self, n):
        data = b""
        while len(data) < n:
            more = self.stream.recv(n - len(data))
            assert more, "the socket closed"
            data += more
        return data

    def listen(self):
        """The next message."""
        while True:
            first, length = self.exactly(2)
            if length == 126:
                (length,) = struct.unpack(">H", self.exactly(2))
            elif length == 127:
                (length,) = struct.unpack(">Q", self.exactly(8))
            text = self.exactly(length)
            if first == 0x81:
                return json.loads(text)

    def hear(self, kind):
        """The next message of a kind."""
        while True:
            told = self.listen()
            if told["type"] == kind:
                return told

    def ask(self, message):
        """The answer to a message, and what was told before it."""
        asked, self.next, before = f"{self.own}-{self.next}", self.next + 1, []
        self.say({**message, "id": asked})
        while True:
            told = self.listen()
            if told.get("id") == asked and told["type"] in ("ack", "rejected", "invalid_placement"):
                return told, before
            before.append(told)

    def does(self, message):
        """Asks for something that is to be done; what was told before the answer."""
        answer, before = self.ask(message)
        assert answer["type"] == "ack", (message, answer)
        return before
