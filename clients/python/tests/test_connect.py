"""Refusals of `connect` before it sends anything to a home."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from made_home import MadeHome, seed
from small_server import Asked, http, small_server

from agent_home import ConnectionFailed, IdentityError, UsageError, connect, load_or_create_identity, read_root_set

KEY = seed("an agent")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (None, "missing_root_set"),
        (b"", "missing_root_set"),
        (b"{}", "missing_root_set"),
        (b"null", "missing_root_set"),
        (b'{"kind":"platform_root_set","version":1,"threshold":1,"keys":[],"signatures":[]}', "missing_root_set"),
        (b"not json", "invalid_root_set"),
        (b"[]", "invalid_root_set"),
        (b'{"kind":"platform_root_set"}', "invalid_root_set"),
        (b'{"a":1,"a":2}', "invalid_root_set"),
        (b" " * 300_000, "missing_root_set"),
    ],
)
async def test_an_invalid_root_set_is_refused_with_field_and_file(
    tmp_path: Path, content: bytes | None, code: str
) -> None:
    file = tmp_path / "root.json"
    if content is not None:
        file.write_bytes(content)
    async with small_server(lambda _: http("404 Not Found")) as server:
        with pytest.raises(UsageError) as refused:
            await connect(server.url, root_set=file, secret_key=KEY)
    assert refused.value.code == code
    assert str(refused.value).startswith(f"root_set: {file}: ")
    assert server.asked == []


@pytest.mark.parametrize("given", [{}, {"keys": []}, ""])
def test_a_root_set_that_is_nothing_is_missing(given: Any) -> None:
    with pytest.raises(UsageError) as refused:
        read_root_set(given)
    assert refused.value.code == "missing_root_set"


async def test_a_dead_url_is_unreachable_and_the_error_names_it(made: MadeHome) -> None:
    async with small_server(lambda _: b"") as server:
        url = server.url
    with pytest.raises(ConnectionFailed) as refused:
        await connect(url, root_set=made.root_set, secret_key=KEY)
    assert refused.value.code == "unreachable"
    assert url in str(refused.value)


async def test_the_key_list_is_requested_without_a_signature(made: MadeHome) -> None:
    def answer(asked: Asked) -> bytes:
        return http("200 OK", made.objects["platform/keys.json"], content_type="application/json")

    async with small_server(answer) as server:
        home = await connect(server.url, root_set=made.root_set, secret_key=KEY)
        await home.close()
    assert [(asked.method, asked.target) for asked in server.asked] == [("GET", "/v1/keys")]
    assert not {"signature", "signature-input", "authorization"} & set(server.asked[0].headers)


async def test_a_redirect_is_not_followed(made: MadeHome) -> None:
    async with small_server(lambda _: http("307 Temporary Redirect", location="http://127.0.0.1:9/")) as server:
        with pytest.raises(Exception) as refused:
            await connect(server.url, root_set=made.root_set, secret_key=KEY)
    assert getattr(refused.value, "code", None) == "http_error"
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("http://home.example", "insecure_url"),
        ("ftp://home.example", "invalid_url"),
        ("home.example", "invalid_url"),
        ("https://", "invalid_url"),
        ("http://127.0.0.1:port", "invalid_url"),
    ],
)
async def test_a_url_that_cannot_be_one_of_a_home_is_refused(made: MadeHome, url: str, code: str) -> None:
    with pytest.raises(UsageError) as refused:
        await connect(url, root_set=made.root_set, secret_key=KEY)
    assert refused.value.code == code
    assert str(refused.value).startswith("url: ")


async def test_a_key_of_another_length_is_refused_with_its_length(made: MadeHome) -> None:
    with pytest.raises(UsageError) as refused:
        await connect("http://127.0.0.1:9", root_set=made.root_set, secret_key=b"short")
    assert (refused.value.code, str(refused.value)) == (
        "invalid_secret_key",
        "secret_key has to be a seed of 32 bytes, not of 5",
    )


async def test_an_invalid_card_is_refused_before_any_request(
    made: MadeHome,
) -> None:
    async with small_server(lambda _: http("200 OK", made.objects["platform/keys.json"])) as server:
        async with await connect(server.url, root_set=made.root_set, secret_key=KEY) as home:
            with pytest.raises(UsageError) as refused:
                await home.register({"name": "x" * 81, "personality": {}})
        assert (refused.value.code, len(server.asked)) == ("invalid_card", 1)
        assert "card.name: " in str(refused.value) and "80" in str(refused.value)


def test_a_key_is_made_once_for_its_owner_alone_and_never_replaced(tmp_path: Path) -> None:
    file = tmp_path / "state" / "identity"
    made = load_or_create_identity(file)
    assert file.stat().st_mode & 0o777 == 0o600
    assert load_or_create_identity(file).public_key == made.public_key
    assert sorted(os.listdir(file.parent)) == ["identity"]
    file.chmod(0o644)
    with pytest.raises(IdentityError) as open_to_others:
        load_or_create_identity(file)
    assert open_to_others.value.code == "insecure_permissions"
    file.chmod(0o600)
    file.write_text("half a ke")
    with pytest.raises(IdentityError) as damaged:
        load_or_create_identity(file)
    assert damaged.value.code == "corrupt"
    assert json.dumps(str(damaged.value)).find("half") == -1
