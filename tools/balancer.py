#!/usr/bin/env python3
"""One address before several servers with the same tables, for development and tests: tools/balancer.py PORT BACK_PORT…

Passes connections on as they are, each to the next server in turn whose /health is well; one that refuses a connection is passed over
at once. A connection lives and dies with its server: whoever had it comes again, as pages do by themselves. For real use there are
proxies with TLS (deploy/Caddyfile.cluster).
"""

import asyncio
import sys

# How often servers are asked, and how long they may take, in seconds.
PAUSE, PATIENCE = 0.25, 1


class Balancer:
    """Passes connections on to servers at these ports of loopback."""

    def __init__(self, ports):
        self.ports, self.well = list(ports), set(ports)

    async def ask(self, port):
        """Whether a server is well."""
        try:
            async with asyncio.timeout(PATIENCE):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                status = await reader.readline()
                writer.close()
                return b" 200 " in status
        except OSError:
            return False

    async def watch(self):
        while True:
            answers = await asyncio.gather(*map(self.ask, self.ports))
            self.well = {port for port, well in zip(self.ports, answers) if well}
            await asyncio.sleep(PAUSE)

    async def connect(self):
        """A connection to the next server that is well and takes it."""
        for _ in range(len(self.ports)):
            port = self.ports.pop(0)
            self.ports.append(port)
            if port in self.well:
                try:
                    async with asyncio.timeout(PATIENCE):
                        return await asyncio.open_connection("127.0.0.1", port)
                except OSError:
                    self.well.discard(port)
        return None

    async def serve(self, client_reader, client_writer):
        way = await self.connect()
        if way is None:
            return client_writer.close()
        reader, writer = way
        both = {asyncio.create_task(copy(client_reader, writer)), asyncio.create_task(copy(reader, client_writer))}
        # When one side is gone, so is the connection.
        _, rest = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        for task in rest:
            task.cancel()
        for end in [writer, client_writer]:
            end.close()

    async def run(self, port):
        # Kept, as tasks that nobody keeps may vanish.
        watching = asyncio.create_task(self.watch())
        server = await asyncio.start_server(self.serve, "127.0.0.1", port)
        print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
        await asyncio.gather(watching, server.serve_forever())


async def copy(reader, writer):
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass


if __name__ == "__main__":
    try:
        asyncio.run(Balancer(map(int, sys.argv[2:])).run(int(sys.argv[1])))
    except KeyboardInterrupt:
        pass
