"""Responses of a store that are no object, or have no end."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from small_server import http, small_server

from agent_home.api.answers import StoreDescription
from agent_home.errors import ConnectionFailed, ObjectStoreError
from agent_home.store.object_store import StoreCredentials
from agent_home.store.open_store import StoreOpener
from agent_home.surroundings import Surroundings

KINDS = ("aliyun", "s3")
# Ended already: an unknown key is then one that has expired.
GONE = StoreCredentials("id", "secret", "token", 0)
LIVING = StoreCredentials("id", "secret", "token", 2**50)


@pytest.fixture
async def stores() -> AsyncIterator[StoreOpener]:
    opener = StoreOpener(Surroundings())
    yield opener
    await opener.close()


def described(kind: str, url: str) -> StoreDescription:
    return StoreDescription(kind=kind, endpoint=url, region="cn-hangzhou", bucket="home", path_style=True)


async def refused(
    stores: StoreOpener,
    kind: str,
    answer: bytes,
    *,
    how: str = "get",
    credentials: StoreCredentials = LIVING,
    **bounds: Any,
) -> str:
    async with small_server(lambda _: answer, then_hang=bounds.pop("then_hang", False)) as server:
        store = stores.open(described(kind, server.url), credentials)
        with pytest.raises(ObjectStoreError) as error:
            await getattr(store, how)("a/b.json", **{"max_bytes": 100, "timeout": 5.0, **bounds})
    return error.value.code


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({"x_oss_object_type": "Symlink"}, "not_plain"),
        ({"x_oss_object_type": "Normal", "x_oss_symlink_target": "platform/keys.json"}, "not_plain"),
        ({"x_oss_object_type": "Appendable"}, "not_plain"),
        ({"x_oss_object_type": "Normal", "x_oss_storage_class": "ColdArchive"}, "not_plain"),
        ({}, "not_plain"),
        ({"x_oss_object_type": "Multipart"}, "put_in_parts"),
        ({"x_oss_object_type": "Normal", "content_encoding": "gzip"}, "content_encoding"),
    ],
)
async def test_a_link_and_an_object_in_parts_are_refused(
    stores: StoreOpener, headers: dict[str, str], code: str
) -> None:
    assert await refused(stores, "aliyun", http("200 OK", b"{}", **headers)) == code


async def test_work_may_have_been_put_in_parts_and_nothing_else_may(stores: StoreOpener) -> None:
    parts = http("200 OK", b"work", x_oss_object_type="Multipart")
    async with small_server(lambda _: parts) as server:
        store = stores.open(described("aliyun", server.url), LIVING)
        assert await store.get_uploaded("a/b.json", max_bytes=100, timeout=5.0) == b"work"
    link = http("200 OK", b"{}", x_oss_object_type="Symlink")
    assert await refused(stores, "aliyun", link, how="get_uploaded") == "not_plain"
    assert await refused(stores, "s3", http("200 OK", b"{}", etag='"0123-2"')) == "put_in_parts"
    assert await refused(stores, "s3", http("200 OK", b"{}", content_encoding="gzip")) == "content_encoding"


@pytest.mark.parametrize("kind", KINDS)
async def test_an_endless_or_slow_answer_ends_at_its_limit(stores: StoreOpener, kind: str) -> None:
    normal = {"x_oss_object_type": "Normal"}
    assert await refused(stores, kind, http("200 OK", b"x" * 101, **normal)) == "too_large"
    # It promises to be endless, and one that says nothing of its length.
    assert await refused(stores, kind, http("200 OK", b"x", content_length="99999999", **normal)) == "too_large"
    chunked = http("200 OK", b"", transfer_encoding="chunked", **normal).replace(b"content-length: 0\r\n", b"")
    assert await refused(stores, kind, chunked + b"ff\r\n" + b"x" * 255 + b"\r\n", then_hang=True) == "too_large"
    slow = http("200 OK", b"x", content_length="2", **normal)
    assert await refused(stores, kind, slow, then_hang=True, timeout=0.3) == "timeout"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("status", "vendor_code", "credentials", "code"),
    [
        ("404 Not Found", "NoSuchKey", LIVING, "not_found"),
        ("404 Not Found", "NoSuchBucket", LIVING, "invalid_request"),
        ("403 Forbidden", "AccessDenied", LIVING, "access_denied"),
        ("403 Forbidden", "InvalidAccessKeyId", LIVING, "access_denied"),
        ("403 Forbidden", "InvalidAccessKeyId", GONE, "credentials_expired"),
        ("403 Forbidden", "RequestTimeTooSkewed", LIVING, "invalid_request"),
        ("302 Found", "", LIVING, "invalid_request"),
        ("304 Not Modified", "", LIVING, "unavailable"),
        ("206 Partial Content", "", LIVING, "unavailable"),
    ],
)
async def test_a_refusal_has_a_closed_code(
    stores: StoreOpener, kind: str, status: str, vendor_code: str, credentials: StoreCredentials, code: str
) -> None:
    body = f"<Error><Code>{vendor_code}</Code></Error>".encode() if vendor_code else b""
    assert await refused(stores, kind, http(status, body), credentials=credentials) == code


@pytest.mark.parametrize("key", ["", "/a", "a/../b", "./a", "a\nb", "\\a", "x" * 1024])
async def test_a_key_that_could_mean_another_is_never_sent(stores: StoreOpener, key: str) -> None:
    async with small_server(lambda _: http("200 OK")) as server:
        store = stores.open(described("aliyun", server.url), LIVING)
        with pytest.raises(ObjectStoreError) as error:
            await store.put(key, b"{}", content_type="application/json")
    assert (error.value.code, server.asked) == ("invalid_request", [])


def test_a_store_of_another_kind_is_a_bad_answer(stores: StoreOpener) -> None:
    with pytest.raises(ConnectionFailed) as error:
        stores.open(described("floppy", "http://127.0.0.1:9"), LIVING)
    assert error.value.code == "bad_answer"


def test_no_secret_shows_in_what_a_credential_prints() -> None:
    assert "secret" not in repr(LIVING).replace("access_key_secret", "") and "token" not in repr(LIVING)
