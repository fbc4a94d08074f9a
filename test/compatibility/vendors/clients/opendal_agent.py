"""An agent with its temporary credentials, on opendal."""
from opendal_client import code_of, operator_of
from story import agent_steps, tell


class Store:
    def __init__(self, credential):
        names = ("access_key_id", "access_key_secret", "security_token")
        self._files = operator_of(*(credential[name] for name in names))

    def get(self, key):
        return bytes(self._files.read(key))

    def put(self, key, data):
        self._files.write(key, data)

    def list(self, prefix):
        return [found.path for found in self._files.scan(prefix)]


tell(agent_steps(Store), lambda error: "AccessDenied" if code_of(error) == "PermissionDenied" else code_of(error))
