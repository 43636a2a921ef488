"""The live stream over HTTP."""

from __future__ import annotations

import dataclasses
import http.client
import json
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import (
    Any,
    Callable,
    Dict,
    Iterable,
    Iterator,
    Mapping,
    NamedTuple,
    Optional,
    Sequence,
    Union,
)

from .records import Dropped, Event, Head, Missed, Prediction, Record

Names = Union[str, Sequence[str], None]

_RECORDS: Mapping[str, Callable[[Mapping[str, Any]], Record]] = {
    "prediction": Prediction.from_json,
    "event": Event.from_json,
    "head": Head.from_json,
    "dropped": Dropped.from_json,
}

# The server sends a comment every ten seconds.
_SILENCE_SECONDS = 30.0
_LONGEST_PAUSE_SECONDS = 10.0


class StreamError(Exception):
    """The server rejected the request, or cannot serve it."""


class Message(NamedTuple):
    """One server-sent event; the id is the last one that came, or None."""

    name: str
    data: str
    id: Optional[str]


def stream(
    url: str,
    *,
    kind: Names = "prediction",
    camera: Names = None,
    domain: Names = None,
    face: Optional[int] = None,
    token: Optional[str] = None,
    reconnect: bool = True,
    last_event_id: Optional[str] = None,
) -> Iterator[Record]:
    """Yield what is published from now on, for ever.

    url: of the page, such as http://localhost:9464
    kind: "prediction", "event", "head", several of them, or None for everything
    token: the read token, if the server has one (http.read-token-file)
    reconnect: try again when the connection is lost; predictions of the meantime are missed,
        events are not
    last_event_id: the `id` of the last event that you have; those that came after it come first

    Raises StreamError if the server rejects the request. Without reconnect it also raises
    OSError or http.client.HTTPException if the connection is lost.
    """
    request = _request(url, {"kind": kind, "camera": camera, "domain": domain, "face": face}, token)
    pause = 0.5
    last_id = last_event_id
    while True:
        if last_id:
            request.add_header("Last-Event-ID", last_id)
        try:
            for message in _connection(request):
                pause = 0.5
                last_id = message.id or last_id
                record = _record(message)
                if record is not None:
                    yield record
            if not reconnect:
                return
        except urllib.error.HTTPError as error:
            with error:
                problem = _problem(error)
            if error.code != 503 or not reconnect:
                raise StreamError(f"{request.full_url}: {problem}") from error
        except (OSError, http.client.HTTPException):
            if not reconnect:
                raise
        time.sleep(pause)
        pause = min(2 * pause, _LONGEST_PAUSE_SECONDS)


def _request(
    url: str, wanted: Mapping[str, Union[Names, int]], token: Optional[str]
) -> urllib.request.Request:
    query: Dict[str, str] = {}
    for name, value in wanted.items():
        if value is not None:
            query[name] = ",".join(value) if isinstance(value, (list, tuple)) else str(value)
    address = f"{url.rstrip('/')}/api/v1/stream?{urllib.parse.urlencode(query, safe=',')}"
    headers = {"Accept": "text/event-stream"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    return urllib.request.Request(address, headers=headers)


def _connection(request: urllib.request.Request) -> Iterator[Message]:
    with urllib.request.urlopen(request, timeout=_SILENCE_SECONDS) as answer:
        for message in messages(line.decode("utf-8") for line in answer):
            if message.name == "problem":
                problem = json.loads(message.data)["problem"]
                raise StreamError(f"{request.full_url}: {problem}")
            yield message


def _record(message: Message) -> Optional[Record]:
    """None for what is no record, and for kinds that came after this client."""
    if message.name == "resumed":
        missing = json.loads(message.data).get("missing")
        return None if missing is None else Missed(missing)
    make = _RECORDS.get(message.name)
    if make is None:
        return None
    record = make(json.loads(message.data))
    return dataclasses.replace(record, id=message.id) if isinstance(record, Event) else record


def messages(lines: Iterable[str]) -> Iterator[Message]:
    """The server-sent events in these lines."""
    name, data, last_id = "message", [], None
    for line in lines:
        line = line.rstrip("\r\n")
        if not line:
            if data:
                yield Message(name, "\n".join(data), last_id)
            name, data = "message", []
        elif not line.startswith(":"):
            field, _, value = line.partition(":")
            value = value[1:] if value.startswith(" ") else value
            if field == "event":
                name = value
            elif field == "data":
                data.append(value)
            elif field == "id":
                last_id = value


def _problem(error: urllib.error.HTTPError) -> str:
    body = error.read(65536).decode("utf-8", "replace")
    try:
        return str(json.loads(body)["problem"])
    except (ValueError, KeyError, TypeError):
        return body.strip() or f"HTTP {error.code}"
