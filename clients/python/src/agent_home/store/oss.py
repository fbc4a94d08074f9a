"""Alibaba Cloud OSS, signed with V4 (`OSS4-HMAC-SHA256`), and its emulator."""

from __future__ import annotations

import hashlib
import hmac
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
    "SymlinkTargetNotExist": "not_plain",
    "InvalidTargetType": "not_plain",
    "InvalidObjectState": "not_plain",
    "FileAlreadyExists": "already_exists",
    "SecurityTokenExpired": "credentials_expired",
    "SignatureDoesNotMatch": "access_denied",
    "RequestTimeTooSkewed": "invalid_request",
    "RequestTimeout": "timeout",
    "NotImplemented": "invalid_request",
    "QpsLimitExceeded": "throttled",
    "SlowDown": "throttled",
    "TooManyRequests": "throttled",
    "DownloadTrafficRateLimitExceeded": "throttled",
    "UploadTrafficRateLimitExceeded": "throttled",
}


class OssDialect:
    takes_parts = True

    def __init__(
        self,
        *,
        endpoint: str,
        region: str,
        bucket: str,
        path_style: bool,
        credentials: StoreCredentials,
        surroundings: Surroundings,
    ) -> None:
        parts = urlsplit(endpoint)
        self._bucket = bucket
        # Some call it `oss-cn-hangzhou`; signatures name it without the prefix.
        self._region = region.removeprefix("oss-")
        self._credentials = credentials
        self._surroundings = surroundings
        self._origin = f"{parts.scheme}://{parts.netloc if path_style else f'{bucket}.{parts.netloc}'}"
        self._prefix = f"/{bucket}/" if path_style else "/"

    def sign(
        self, method: str, key: str, query: Mapping[str, str], headers: Mapping[str, str], content: bytes, now_ms: int
    ) -> SignedRequest:
        moment = datetime.fromtimestamp(now_ms / 1000, UTC)
        long, short = moment.strftime("%Y%m%dT%H%M%SZ"), moment.strftime("%Y%m%d")
        sent = {
            **{name.lower(): value for name, value in headers.items()},
            "x-oss-content-sha256": "UNSIGNED-PAYLOAD",
            "x-oss-date": long,
            "x-oss-security-token": self._credentials.security_token,
        }
        covered = {
            name: value
            for name, value in sent.items()
            if name in ("content-type", "content-md5") or name.startswith("x-oss-")
        }
        pairs = sorted((quote(name, safe="~"), quote(value, safe="~")) for name, value in query.items())
        asked = "&".join(name if value == "" else f"{name}={value}" for name, value in pairs)
        path = quote(key, safe="/~")
        canonical = "\n".join(
            (
                method,
                f"/{self._bucket}/{path}",
                asked,
                "".join(f"{name}:{covered[name].strip()}\n" for name in sorted(covered)),
                "",
                "UNSIGNED-PAYLOAD",
            )
        )
        scope = f"{short}/{self._region}/oss/aliyun_v4_request"
        to_sign = f"OSS4-HMAC-SHA256\n{long}\n{scope}\n{hashlib.sha256(canonical.encode()).hexdigest()}"
        signing_key = f"aliyun_v4{self._credentials.access_key_secret}".encode()
        for part in (short, self._region, "oss", "aliyun_v4_request"):
            signing_key = hmac.digest(signing_key, part.encode(), "sha256")
        signature = hmac.digest(signing_key, to_sign.encode(), "sha256").hex()
        credential = f"{self._credentials.access_key_id}/{scope}"
        sent["authorization"] = f"OSS4-HMAC-SHA256 Credential={credential},Signature={signature}"
        url = f"{self._origin}{self._prefix}{path}{f'?{asked}' if asked else ''}"
        return SignedRequest(method, url, sent, content)

    def assert_plain(self, headers: Mapping[str, str]) -> None:
        self.assert_uploaded(headers)
        if headers.get("x-oss-object-type") == "Multipart":
            raise ObjectStoreError("put_in_parts", "the object was put in parts")

    def assert_uploaded(self, headers: Mapping[str, str]) -> None:
        """A symlink is read with its reader's rights, wherever its maker points it."""
        kind = headers.get("x-oss-object-type", "none")
        if "x-oss-symlink-target" in headers or kind == "Symlink":
            raise ObjectStoreError("not_plain", "the object is a symlink")
        if kind not in ("Normal", "Multipart"):
            raise ObjectStoreError("not_plain", f"the object is of the type {kind[:40]}")
        if "Archive" in headers.get("x-oss-storage-class", ""):
            raise ObjectStoreError("not_plain", "the object is archived")
        assert_not_encoded(headers)

    def error_of(self, operation: str, status: int, headers: Mapping[str, str], body: bytes) -> ObjectStoreError:
        vendor_code = element_text(body, "Code")
        code = self._code_of(vendor_code, status)
        message = f"{operation}: {vendor_code or status}"
        return ObjectStoreError(code, message, vendor_code=vendor_code, status=status)

    def _code_of(self, vendor_code: str | None, status: int) -> ObjectStoreErrorCode:
        if vendor_code is not None and vendor_code in _BY_VENDOR_CODE:
            return _BY_VENDOR_CODE[vendor_code]
        # 206 and 304 were not requested: their body is not the object.
        if status >= 500 or status < 300 or status == 304:
            return "unavailable"
        if status == 429:
            return "throttled"
        if status == 404:
            return "not_found"
        if status not in (401, 403):
            return "invalid_request"
        # OSS forgets a temporary key when it expires.
        is_unknown = vendor_code in ("InvalidAccessKeyId", None)
        has_expired = self._credentials.has_expired(self._surroundings.now_ms())
        return "credentials_expired" if is_unknown and has_expired else "access_denied"
