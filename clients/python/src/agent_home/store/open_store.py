from __future__ import annotations

import httpx

from agent_home.api.answers import StoreDescription
from agent_home.errors import ConnectionFailed
from agent_home.store.exchange import ObjectStore
from agent_home.store.object_store import StoreCredentials
from agent_home.store.oss import OssDialect
from agent_home.store.s3 import S3Dialect
from agent_home.surroundings import Surroundings


class StoreOpener:
    """Makes a client of the home's bucket from what a credential answer says. Connections are shared."""

    def __init__(self, surroundings: Surroundings) -> None:
        self._surroundings = surroundings
        self._http = httpx.AsyncClient(trust_env=False, timeout=None, follow_redirects=False)

    def open(self, described: StoreDescription, credentials: StoreCredentials) -> ObjectStore:
        surroundings = self._surroundings
        endpoint, region, bucket = described.endpoint.rstrip("/"), described.region, described.bucket
        match described.kind:
            case "aliyun":
                oss = OssDialect(
                    endpoint=endpoint,
                    region=region,
                    bucket=bucket,
                    path_style=described.path_style or False,
                    credentials=credentials,
                    surroundings=surroundings,
                )
                return ObjectStore(oss, self._http, surroundings)
            case "s3":
                s3 = S3Dialect(
                    endpoint=endpoint, region=region, bucket=bucket, credentials=credentials, surroundings=surroundings
                )
                return ObjectStore(s3, self._http, surroundings)
        raise ConnectionFailed(
            "bad_answer", f"store.kind: a store of kind {described.kind[:40]} is not supported; update the client"
        )

    async def close(self) -> None:
        await self._http.aclose()
