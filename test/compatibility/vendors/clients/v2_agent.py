"""An agent with its temporary credentials, on alibabacloud-oss-v2."""
import alibabacloud_oss_v2 as oss
from story import agent_steps, given, tell
from v2_client import client_of, code_of


class Store:
    def __init__(self, credential):
        self._client = client_of(
            credential["access_key_id"], credential["access_key_secret"], credential["security_token"]
        )

    def get(self, key):
        return self._client.get_object(oss.GetObjectRequest(bucket=given["bucket"], key=key)).body.read()

    def put(self, key, data):
        self._client.put_object(oss.PutObjectRequest(bucket=given["bucket"], key=key, body=data))

    def list(self, prefix):
        request = oss.ListObjectsV2Request(bucket=given["bucket"], prefix=prefix)
        pages = self._client.list_objects_v2_paginator().iter_page(request)
        return [found.key for page in pages for found in page.contents or []]


tell(agent_steps(Store), code_of)
