"""An agent with its temporary credentials, on ossfs."""
import ossfs
from story import agent_steps, given, tell


class Store:
    def __init__(self, credential):
        keys = {"key": credential["access_key_id"], "secret": credential["access_key_secret"]}
        self._files = ossfs.OSSFileSystem(
            endpoint=given["endpoint"], token=credential["security_token"], skip_instance_cache=True, **keys
        )

    def get(self, key):
        return self._files.cat_file(f"{given['bucket']}/{key}")

    def put(self, key, data):
        self._files.pipe_file(f"{given['bucket']}/{key}", data)

    def list(self, prefix):
        found = self._files.find(f"{given['bucket']}/{prefix}")
        if not found:
            # A prefix without permission to list looks empty to it.
            raise PermissionError(prefix)
        return [path.lstrip("/").split("/", 1)[1] for path in found]


tell(agent_steps(Store), lambda error: "AccessDenied" if isinstance(error, PermissionError) else None)
