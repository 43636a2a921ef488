"""What the stream carries, as dataclasses."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Any, Mapping, Optional, Tuple, Union

Vector = Tuple[float, float, float]

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


@dataclass(frozen=True)
class Prediction:
    """One face of one frame. Angles are radians in camera axes.

    Pitch above 0 looks up, yaw above 0 looks towards the image's left, (0, 0) looks into the
    camera. Camera axes: x right, y down, z away from the camera, in millimetres.
    """

    camera: str
    domain: str
    capture_session: int
    frame: int
    face: int
    captured: datetime
    pitch: float
    yaw: float
    origin_mm: Vector
    model_version: int
    sigma: Optional[float]
    """68 percent of the errors are expected within this angle; None if the model does not say."""
    quality: Optional[float] = None
    """Of the face in this frame: 0 to 1. None from a server that does not send it."""
    eye_openness: Optional[float] = None
    """Of the less open eye: 0 closed to 1 open."""
    target: Optional[str] = None
    """The most probable target, or "elsewhere"; None if the domain has no targets."""

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Prediction:
        x, y, z = data["originMm"]
        return Prediction(
            camera=data["camera"],
            domain=data["domain"],
            capture_session=int(data["captureSession"]),
            frame=data["frameSeq"],
            face=data["faceIndex"],
            captured=_time(data["captured"]),
            pitch=data["pitchRad"],
            yaw=data["yawRad"],
            origin_mm=(x, y, z),
            model_version=data["modelVersion"],
            sigma=data.get("sigmaRad"),
            quality=data.get("quality"),
            eye_openness=data.get("eyeOpenness"),
            target=data.get("target"),
        )

    @staticmethod
    def from_message(message: Any) -> Prediction:
        """From a GazePrediction of gaze.proto."""
        identity = message.identity
        x, y, z = message.origin
        return Prediction(
            camera=identity.camera,
            domain=identity.domain,
            capture_session=identity.capture_session,
            frame=identity.frame_seq,
            face=identity.face_index,
            captured=_of_micros(identity.capture_micros),
            pitch=message.camera.pitch,
            yaw=message.camera.yaw,
            origin_mm=(x, y, z),
            model_version=message.model_version,
            sigma=message.uncertainty.sigma if message.HasField("uncertainty") else None,
            quality=message.quality.overall if message.HasField("quality") else None,
            eye_openness=message.quality.eye_openness if message.HasField("quality") else None,
            target=_target(message.targets) if message.HasField("targets") else None,
        )

    @property
    def pitch_deg(self) -> float:
        return math.degrees(self.pitch)

    @property
    def yaw_deg(self) -> float:
        return math.degrees(self.yaw)

    @property
    def sigma_deg(self) -> Optional[float]:
        return None if self.sigma is None else math.degrees(self.sigma)

    @property
    def vector(self) -> Vector:
        """The direction of the gaze as a unit vector in camera axes."""
        return (
            -math.cos(self.pitch) * math.sin(self.yaw),
            -math.sin(self.pitch),
            -math.cos(self.pitch) * math.cos(self.yaw),
        )


@dataclass(frozen=True)
class Event:
    """Something that happened to a face, told when it is over: a fixation, glance, blink, ...

    An alert of a driver profile is told at once.
    """

    kind: str
    camera: str
    domain: str
    face: int
    start: datetime
    end: datetime
    target: Optional[str]
    """Of a glance."""
    id: Optional[str] = None
    """Over HTTP: with it, `stream(last_event_id=...)` goes on after this event."""
    rule: Optional[str] = None
    """Of an alert: eyes-off-road, long-distraction, short-distraction or perclos."""
    value: Optional[float] = None
    """Of an alert: what was measured, in seconds or as a share of time."""
    bound: Optional[float] = None
    """Of an alert: what the rule allows."""

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Event:
        return Event(
            kind=data["kind"],
            camera=data["camera"],
            domain=data["domain"],
            face=data["faceIndex"],
            start=_time(data["start"]),
            end=_time(data["end"]),
            target=data.get("target"),
            rule=data.get("rule"),
            value=data.get("value"),
            bound=data.get("bound"),
        )

    @staticmethod
    def from_message(message: Any) -> Event:
        """From a FaceEvent of gaze.proto."""
        kind = message.WhichOneof("kind")
        return Event(
            # None for a kind that came after the descriptor.
            kind=kind or "unknown",
            camera=message.camera,
            domain=message.domain,
            face=message.face_index,
            start=_of_micros(message.start_micros),
            end=_of_micros(message.end_micros),
            target=message.glance.target if kind == "glance" else None,
            rule=message.alert.rule if kind == "alert" else None,
            value=message.alert.value if kind == "alert" else None,
            bound=message.alert.bound if kind == "alert" else None,
        )

    @property
    def seconds(self) -> float:
        return (self.end - self.start).total_seconds()


@dataclass(frozen=True)
class Head:
    """A head was published for a domain."""

    domain: str
    model_version: int
    parent_version: int
    created: datetime
    author: str
    pinned: bool
    summary: str

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Head:
        return Head(
            domain=data["domain"],
            model_version=data["modelVersion"],
            parent_version=data["parentVersion"],
            created=_time(data["created"]),
            author=data["author"],
            pinned=data["pinned"],
            summary=data["summary"],
        )


@dataclass(frozen=True)
class Dropped:
    """This program was too slow: so many messages were lost since it connected."""

    messages: int

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Dropped:
        return Dropped(messages=data["dropped"])


@dataclass(frozen=True)
class Missed:
    """Events were published while the connection was lost, and are no longer to be had."""

    reason: str


Record = Union[Prediction, Event, Head, Dropped, Missed]


def _target(targets: Any) -> str:
    # The most probable one comes first.
    if targets.targets and targets.targets[0].probability > targets.elsewhere:
        return str(targets.targets[0].name)
    return "elsewhere"


def _of_micros(micros: int) -> datetime:
    return _EPOCH + timedelta(microseconds=micros)


def _time(text: str) -> datetime:
    # Java writes three, six or nine digits of a second, or none; Python 3.9 reads six.
    whole, _, fraction = text.rstrip("Z").partition(".")
    parsed = datetime.strptime(whole, "%Y-%m-%dT%H:%M:%S")
    return parsed.replace(microsecond=int(fraction[:6].ljust(6, "0")), tzinfo=timezone.utc)
