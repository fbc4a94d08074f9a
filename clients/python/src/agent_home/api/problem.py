from __future__ import annotations

import re
from datetime import UTC
from email.utils import parsedate_to_datetime
from typing import Any

import httpx

from agent_home.errors import ApiError


def problem_of(response: httpx.Response, answer: Any, now_ms: int) -> ApiError:
    """The error that an answer outside 2xx stands for (RFC 9457)."""
    retry_after = _retry_after(response, now_ms)
    status = response.status_code
    problem = answer if isinstance(answer, dict) else {}
    code = problem.get("code")
    texts = [problem.get(name) for name in ("title", "detail", "path")]
    is_problem = isinstance(code, str) and 1 <= len(code) <= 80
    if not is_problem or any(text is not None and not isinstance(text, str) for text in texts):
        return ApiError(
            "http_error",
            status,
            f"{response.request.url.copy_with(query=None)}: HTTP {status}",
            retry_after=retry_after,
        )
    title, detail, path = texts
    is_clock = code == "signature_expired" and path != "expires"
    skew = _clock_skew(response, now_ms) if is_clock else None
    field = "" if path is None else f"{path}: "
    hint = "" if skew is None else f" ({_described(skew)})"
    message = f"{field}{detail or title or code}{hint}"
    return ApiError(str(code), status, message, retry_after=retry_after, path=path, clock_skew_seconds=skew)


def _retry_after(response: httpx.Response, now_ms: int) -> float | None:
    """Seconds or an HTTP date."""
    header = response.headers.get("retry-after")
    if header is None:
        return None
    if re.fullmatch(r"[0-9]{1,6}", header):
        return float(header)
    if re.fullmatch(r"-[0-9]{1,6}", header):
        return 0.0
    date = _date_ms(header)
    return None if date is None else max(0.0, (date - now_ms) / 1000)


def _clock_skew(response: httpx.Response, now_ms: int) -> int | None:
    date = _date_ms(response.headers.get("date", ""))
    return None if date is None else round((date - now_ms) / 1000)


def _date_ms(text: str) -> float | None:
    try:
        date = parsedate_to_datetime(text)
    except (ValueError, TypeError):
        return None
    return (date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp() * 1000


def _described(seconds: int) -> str:
    if abs(seconds) < 2:
        return "the clocks agree, so the request took too long; retry"
    side = "behind" if seconds > 0 else "ahead of"
    return f"this machine's clock is {abs(seconds)} s {side} the home's"
