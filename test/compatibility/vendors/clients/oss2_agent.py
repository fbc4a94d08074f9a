"""An agent with its temporary credentials, on oss2."""
import oss2
from story import agent_steps, given, tell


class Store:
    def __init__(self, credential):
        keys = credential["access_key_id"], credential["access_key_secret"], credential["security_token"]
        auth = oss2.StsAuth(*keys, auth_version=given["signature"])
        place = given["endpoint"], given["bucket"]
        self._bucket = oss2.Bucket(auth, *place, region=given["region"], is_path_style=True)

    def get(self, key):
        return self._bucket.get_object(key).read()

    def put(self, key, data):
        self._bucket.put_object(key, data)

    def list(self, prefix):
        return [found.key for found in oss2.ObjectIteratorV2(self._bucket, prefix=prefix)]


tell(agent_steps(Store), lambda error: getattr(error, "code", None))
