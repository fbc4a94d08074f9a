from __future__ import annotations

from urllib.parse import urlsplit

from agent_home.errors import UsageError

_LOOPBACK = frozenset(("localhost", "127.0.0.1", "::1"))


def api_base(url: str, allow_insecure_http: bool) -> str:
    """Returns the base URL of the API's paths, without a slash at the end.

    The API's responses contain credentials, so plain HTTP is for this machine alone unless the caller says otherwise.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise UsageError("invalid_url", f"url: {url!r} is not a URL; use one like https://home.example") from None
    scheme, host = parts.scheme.lower(), parts.hostname
    if scheme not in ("http", "https") or not host:
        raise UsageError("invalid_url", f"url: {url!r} is not an http or https URL")
    if scheme == "http" and not allow_insecure_http and host not in _LOOPBACK:
        raise UsageError("insecure_url", f"url: http://{host} sends credentials without encryption; use https")
    default = 443 if scheme == "https" else 80
    shown = f"[{host}]" if ":" in host else host
    place = shown if port is None or port == default else f"{shown}:{port}"
    return f"{scheme}://{place}{parts.path.rstrip('/')}"
