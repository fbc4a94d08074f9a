"""MinIO and any S3, signed with Signature V4 over everything that is sent, the body included."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from urllib.parse import quote, urlsplit

from agent_home.store.object_store import SignedRequest, StoreCredentials, assert_not_encoded, element_text
from agent_home.store.store_error import ObjectStoreError, ObjectStoreErrorCode
from agent_home.surroundings import Surroundings

_BY_VENDOR_CODE: dict[str, ObjectStoreErrorCode] = {
    "NoSuchKey": "not_found",
    # A missing bucket is a wrong configuration: as `not_found` it would read as "nobody has written yet".
    "NoSuchBucket": "invalid_request",
    "PreconditionFailed": "precondition_failed",
    # Another put at the same key is in progress.
    "ConditionalRequestConflict": "unavailable",
    "InvalidObjectState": "not_plain",
    "AccessDenied": "access_denied",
    "ExpiredToken": "credentials_expired",
    "SignatureDoesNotMatch": "access_denied",
    "RequestTimeTooSkewed": "invalid_request",
    "RequestTimeout": "timeout",
    "NotImplemented": "invalid_request",
    "SlowDown": "throttled",
    "SlowDownRead": "throttled",
    "SlowDownWrite": "throttled",
    "TooManyRequests": "throttled",
    "RequestLimitExceeded": "throttled",
    "Throttling": "throttled",
}


class S3Dialect:
    # The proxy before MinIO takes puts in one piece only.
    takes_parts = False

    def __init__(
        self, *, endpoint: str, region: str, bucket: str, credentials: StoreCredentials, surroundings: Surroundings
    ) -> None:
        parts = urlsplit(endpoint)
        default = {"http": 80, "https": 443}.get(parts.scheme)
        # As an HTTP client sends it in `Host`, which the signature covers.
        self._host = parts.netloc.removesuffix(f":{default}")
        self._origin = f"{parts.scheme}://{self._host}"
        self._region = region
        self._bucket = bucket
        self._credentials = credentials
        self._surroundings = surroundings

    def sign(
        self, method: str, key: str, query: Mapping[str, str], headers: Mapping[str, str], content: bytes, now_ms: int
    ) -> SignedRequest:
        moment = datetime.fromtimestamp(now_ms / 1000, UTC)
        long, short = moment.strftime("%Y%m%dT%H%M%SZ"), moment.strftime("%Y%m%d")
        digest = hashlib.sha256(content).hexdigest()
        sent = {
            **{name.lower(): value for name, value in headers.items()},
            "host": self._host,
            "x-amz-content-sha256": digest,
            "x-amz-date": long,
            "x-amz-security-token": self._credentials.security_token,
        }
        names = sorted(sent)
        path = quote(f"/{self._bucket}/{key}", safe="/~")
        asked = "&".join(
            f"{name}={value}"
            for name, value in sorted((quote(name, safe="~"), quote(text, safe="~")) for name, text in query.items())
        )
        lines = "".join(f"{name}:{' '.join(sent[name].split())}\n" for name in names)
        canonical = "\n".join((method, path, asked, lines, ";".join(names), digest))
        scope = f"{short}/{self._region}/s3/aws4_request"
        to_sign = f"AWS4-HMAC-SHA256\n{long}\n{scope}\n{hashlib.sha256(canonical.encode()).hexdigest()}"
        signing_key = f"AWS4{self._credentials.access_key_secret}".encode()
        for part in (short, self._region, "s3", "aws4_request"):
            signing_key = hmac.digest(signing_key, part.encode(), "sha256")
        signature = hmac.digest(signing_key, to_sign.encode(), "sha256").hex()
        credential = f"{self._credentials.access_key_id}/{scope}"
        sent["authorization"] = (
            f"AWS4-HMAC-SHA256 Credential={credential}, SignedHeaders={';'.join(names)}, Signature={signature}"
        )
        return SignedRequest(method, f"{self._origin}{path}{f'?{asked}' if asked else ''}", sent, content)

    def assert_plain(self, headers: Mapping[str, str]) -> None:
        """An upload in parts can be completed under a later credential, with bytes sent long before."""
        if re.search(r"-[0-9]+$", headers.get("etag", "").replace('"', "")):
            raise ObjectStoreError("put_in_parts", "the object was put in parts")
        assert_not_encoded(headers)

    def assert_uploaded(self, headers: Mapping[str, str]) -> None:
        assert_not_encoded(headers)

    def error_of(self, operation: str, status: int, headers: Mapping[str, str], body: bytes) -> ObjectStoreError:
        # MinIO names the error of a HEAD, which has no body, in a header of its own.
        vendor_code = element_text(body, "Code") or headers.get("x-minio-error-code")
        code = self._code_of(vendor_code, status)
        message = f"{operation}: {vendor_code or status}"
        return ObjectStoreError(code, message, vendor_code=vendor_code, status=status)

    def _code_of(self, vendor_code: str | None, status: int) -> ObjectStoreErrorCode:
        if vendor_code is not None and vendor_code in _BY_VENDOR_CODE:
            return _BY_VENDOR_CODE[vendor_code]
        # 206 and 304 were not requested: their body is not the object.
        if status >= 500 or status < 300 or status == 304:
            return "unavailable"
        by_status: dict[int, ObjectStoreErrorCode] = {
            429: "throttled",
            404: "not_found",
            412: "precondition_failed",
        }
        if status in by_status:
            return by_status[status]
        if status not in (401, 403):
            return "invalid_request"
        is_unknown = vendor_code in ("InvalidAccessKeyId", "InvalidTokenId", None)
        has_expired = self._credentials.has_expired(self._surroundings.now_ms())
        return "credentials_expired" if is_unknown and has_expired else "access_denied"
