"""deploy/compose.yaml without containers: the same services with the same settings, as processes on this machine.

What the file says is taken as it stands; only host names, ports, networks and the places of files are put in. Images are not built: that needs
the internet.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

from cluster import Cluster, free_port, postgres_binaries, until

try:
    import yaml
except ImportError:
    sys.exit("Python's reader of YAML is not installed: apt-get install python3-yaml, or pip install pyyaml for a Python of your own")

DEPLOY = pathlib.Path(__file__).resolve().parent.parent / "deploy"
NAME = "play.example.org"
PASSWORDS = {"POSTGRES_PASSWORD": "Aone1", "NATS_PASSWORD": "Btwo2"}


def program(name):
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin")
    return found or sys.exit(f"{name} is not installed: tools/setup.sh proxy")


class File:
    """The compose file, read."""

    def __init__(self):
        self.text = (DEPLOY / "compose.yaml").read_text()
        self.wanted = set(re.findall(r"\$\{(\w+)", self.text))
        self.said = yaml.safe_load(self.text)
        self.services = self.said["services"]
        self.nodes = [name for name, service in self.services.items() if service["image"] == "stammtisch"]
        self.proxy = yaml_networks(self.said, self.services["front"])
        self.reader = yaml_networks(self.said, self.services["prometheus"])

    def environment(self, service, values):
        """The environment of a service, with these values for the variables of whoever starts it."""
        said = self.services[service].get("environment", {})
        return {name: re.sub(r"\$\{(\w+)[^}]*\}", lambda found: values[found[1]], text) for name, text in said.items()}

    def faults(self):
        """What does not fit together."""
        head = "".join(line for line in self.text.splitlines(True) if line.startswith("#"))
        for name in sorted(self.wanted):
            if f"{name}=" not in head:
                yield f"compose.yaml wants {name}, which the command at its beginning does not set"
        for name, service in self.services.items():
            for volume in service.get("volumes", []):
                source = volume.split(":")[0]
                there = (DEPLOY / source).is_file() if source.startswith(".") else source in self.said["volumes"]
                if not there:
                    yield f"compose.yaml: {name} mounts {source}, which is not there"
        for name in self.nodes:
            settings = self.environment(name, {wanted: wanted for wanted in self.wanted})
            if settings["STAMMTISCH_CLUSTER__NODE"] != name:
                yield f"compose.yaml: {name} is called {settings['STAMMTISCH_CLUSTER__NODE']}"
            for setting, networks in [("TRUSTED_PROXIES", self.proxy), ("METRICS_FROM", self.reader)]:
                if json.loads(settings[f"STAMMTISCH_{setting}"]) != list(networks.values()):
                    yield f"compose.yaml: {setting} of {name} is not {networks}"
            for service in ["database", "bus", "front", "prometheus"]:
                if not set(self.services[name]["networks"]) & set(self.services[service]["networks"]):
                    yield f"compose.yaml: {name} and {service} have no network in common"
            if set(self.services[name]["networks"]) & {"inside"} and not self.said["networks"]["inside"].get("internal"):
                yield "compose.yaml: the network of database and bus is not closed"
        upstreams = [f"{name}:8080" for name in self.nodes]
        if " ".join(upstreams) not in (DEPLOY / "Caddyfile.cluster").read_text():
            yield f"Caddyfile.cluster does not pass on to {upstreams}"
        scraped = yaml.safe_load((DEPLOY / "prometheus.yml").read_text())["scrape_configs"][0]["static_configs"][0]["targets"]
        if scraped != upstreams:
            yield f"prometheus.yml reads {scraped} and not {upstreams}"


def yaml_networks(said, service):
    """The networks of a service, with their addresses."""
    return {name: said["networks"][name]["ipam"]["config"][0]["subnet"] for name in service["networks"]}


class Composed(Cluster):
    """What `docker compose up` starts, on loopback."""

    def __init__(self, binary, folder):
        self.file = File()
        super().__init__(binary, folder, len(self.file.nodes))
        self.names = self.file.nodes
        self.ports = {name: free_port() for name in self.names}
        self.front = free_port()
        self.values = {**PASSWORDS, "PUBLIC_URL": f"http://{NAME}:{self.front}"}

    def start_postgres(self):
        super().start_postgres()
        said = self.file.environment("database", self.values)
        psql = [f"{postgres_binaries()}/psql", "-q", "-X", "-d", self.database]
        subprocess.run([*psql, "-c", f"ALTER ROLE {said['POSTGRES_USER']} PASSWORD '{said['POSTGRES_PASSWORD']}'"], check=True)
        subprocess.run([*psql, "-c", f"CREATE DATABASE {said['POSTGRES_DB']}"], check=True)
        # From here on it asks for the password, as that in the container does.
        hba = os.path.join(self.folder, "postgres", "pg_hba.conf")
        pathlib.Path(hba).write_text("host all all 127.0.0.1/32 scram-sha-256\n")
        subprocess.run([*psql, "-c", "SELECT pg_reload_conf()"], check=True, stdout=subprocess.DEVNULL)

    def start_nats(self):
        said = self.file.environment("bus", self.values)
        command = [argument.replace("/etc/nats", str(DEPLOY)) for argument in self.file.services["bus"]["command"]]
        self.run("nats", [program("nats-server"), *command, "-a", "127.0.0.1", "-p", str(self.nats_port)], said)
        until("the start of NATS", lambda: b"Server is ready" in (pathlib.Path(self.folder) / "nats.log").read_bytes())

    def start_node(self, name):
        said = self.file.environment(name, self.values)
        # Addresses of loopback stand for those of containers: Caddy's is in the network that is trusted.
        for setting, old, new in [
            ("CLUSTER__DATABASE", "@database/", f"@127.0.0.1:{self.postgres_port}/"),
            ("CLUSTER__BUS", "@bus:4222", f"@127.0.0.1:{self.nats_port}"),
            ("TRUSTED_PROXIES", *self.file.proxy.values(), "127.0.0.0/24"),
        ]:
            assert old in said[f"STAMMTISCH_{setting}"], f"{setting} has no {old}"
            said[f"STAMMTISCH_{setting}"] = said[f"STAMMTISCH_{setting}"].replace(old, new)
        # The container's own command.
        command = json.loads(re.search(r"^CMD (\[.*\])$", (DEPLOY / "Containerfile").read_text(), re.M)[1])
        for old, new in [("0.0.0.0:8080", f"127.0.0.1:{self.ports[name]}"), ("/var/lib/stammtisch", os.path.join(self.folder, name))]:
            assert old in command, f"{old} is not in {command}"
            command[command.index(old)] = new
        self.run(name, [self.program, *command], said)

    def start_front(self):
        site = (DEPLOY / "Caddyfile.cluster").read_text()
        for name in self.names:
            site = site.replace(f"{name}:8080", f"127.0.0.1:{self.ports[name]}")
        (pathlib.Path(self.folder) / "Caddyfile").write_text(site)
        said = self.file.environment("front", self.values)
        command = [program("caddy"), "run", "--adapter", "caddyfile", "--config", os.path.join(self.folder, "Caddyfile")]
        self.run("front", command, {**said, "XDG_DATA_HOME": self.folder, "XDG_CONFIG_HOME": self.folder})
        until("the start of Caddy", lambda: b"serving initial configuration" in (pathlib.Path(self.folder) / "front.log").read_bytes())

    def end(self):
        if "front" in self.processes and self.processes["front"].poll() is None:
            self.stop("front")
        super().end()
