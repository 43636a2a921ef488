"""Predictions and events from Kafka. Needs the packages confluent-kafka and protobuf."""

from __future__ import annotations

import logging
import uuid
from typing import Any, Callable, Dict, Iterator, Mapping, NamedTuple, Optional, Sequence, Union

from .records import Event, Prediction

Names = Union[str, Sequence[str], None]
Settings = Mapping[str, Any]

_log = logging.getLogger("gazeshift")

_SCHEMA_VERSION = 1
_POLL_SECONDS = 0.5
_METADATA_SECONDS = 30.0

# On these depends that every record comes once and in order.
_RESERVED = ("bootstrap.servers", "group.id", "isolation.level", "enable.auto.offset.store")


class KafkaError(Exception):
    """Kafka rejected the request, or a package is missing."""


class _Topic(NamedTuple):
    name: str
    message: str
    make: Callable[[Any], Union[Prediction, Event]]


_TOPICS: Mapping[str, _Topic] = {
    "prediction": _Topic("gaze.predictions", "GazePrediction", Prediction.from_message),
    "event": _Topic("gaze.events", "FaceEvent", Event.from_message),
}


def kafka(
    bootstrap: str,
    *,
    kind: Names = "prediction",
    camera: Names = None,
    domain: Names = None,
    face: Optional[int] = None,
    group: Optional[str] = None,
    start: str = "latest",
    properties: Optional[Settings] = None,
) -> Iterator[Union[Prediction, Event]]:
    """Yield committed records, for ever; each exactly as inference has published it.

    bootstrap: brokers, such as "broker:9092" or "a:9092,b:9092"
    kind: "prediction", "event", or both
    group: consumer group: programs of one group share the cameras, and a program that is
        restarted goes on after the last record whose loop body has ended. Without a group, all
        records are read from `start` on.
    start: "latest" or "earliest"; in a group, where it has not read before
    properties: of librdkafka, such as security.protocol

    Raises KafkaError if Kafka rejects the request, or a package is missing. While no broker
    answers it waits; without a group, 30 seconds at the beginning.
    """
    topics = [_topic(name) for name in _names(kind) or tuple(_TOPICS)]
    if start not in ("latest", "earliest"):
        raise ValueError(f"start={start!r}: must be 'latest' or 'earliest'")
    for name in properties or {}:
        if name in _RESERVED:
            raise ValueError(f"properties: {name} must not be set; remove it")
    decoders = {topic.name: _decoder(topic) for topic in topics}
    consumer = _consumer(bootstrap, group, start, properties or {})
    cameras, domains = _names(camera), _names(domain)
    try:
        _begin(consumer, [topic.name for topic in topics], group, start)
        while True:
            message = consumer.poll(_POLL_SECONDS)
            if message is None:
                continue
            if message.error():
                _check(message.error())
                continue
            record = decoders[message.topic()](message)
            if (
                record is not None
                and (not cameras or record.camera in cameras)
                and (not domains or record.domain in domains)
                and face in (None, record.face)
            ):
                yield record
            if group:
                # Only now: a program that dies in its loop body gets the record again.
                consumer.store_offsets(message)
    finally:
        consumer.close()


def _names(names: Names) -> Sequence[str]:
    if names is None:
        return ()
    return (names,) if isinstance(names, str) else tuple(names)


def _topic(kind: str) -> _Topic:
    if kind not in _TOPICS:
        raise ValueError(f"kind={kind!r}: must be one of {', '.join(_TOPICS)}")
    return _TOPICS[kind]


def _consumer(bootstrap: str, group: Optional[str], start: str, properties: Settings) -> Any:
    try:
        from confluent_kafka import Consumer
    except ImportError as error:
        raise KafkaError(
            "the package confluent-kafka is missing; install it: pip install 'gazeshift[kafka]',"
            " or apt install python3-confluent-kafka python3-protobuf"
        ) from error
    settings: Dict[str, Any] = {
        "auto.offset.reset": start,
        "allow.auto.create.topics": False,
        **properties,
        "bootstrap.servers": bootstrap,
        # librdkafka wants a group even where none is used.
        "group.id": group or f"gazeshift-{uuid.uuid4()}",
        "isolation.level": "read_committed",
        "enable.auto.commit": group is not None,
        "enable.auto.offset.store": False,
    }
    return Consumer(settings)


def _begin(consumer: Any, topics: Sequence[str], group: Optional[str], start: str) -> None:
    if group:
        consumer.subscribe(list(topics))
        return
    from confluent_kafka import OFFSET_BEGINNING, OFFSET_END, KafkaException, TopicPartition

    first = OFFSET_BEGINNING if start == "earliest" else OFFSET_END
    partitions = []
    for topic in topics:
        try:
            found = consumer.list_topics(topic, timeout=_METADATA_SECONDS).topics[topic]
        except KafkaException as error:
            raise KafkaError(f"cannot read the partitions of {topic}: {error}") from error
        if found.error is not None:
            raise KafkaError(f"{topic}: {found.error.str()}; has Gazeshift run on this cluster?")
        partitions += [TopicPartition(topic, number, first) for number in found.partitions]
    consumer.assign(partitions)


def _check(error: Any) -> None:
    from confluent_kafka import KafkaError as Codes

    if error.code() in (
        Codes.TOPIC_AUTHORIZATION_FAILED,
        Codes.GROUP_AUTHORIZATION_FAILED,
        Codes._AUTHENTICATION,
    ) or error.fatal():
        raise KafkaError(error.str())
    # librdkafka tries the others again by itself.
    _log.warning("Kafka: %s", error.str())


def _decoder(topic: _Topic) -> Callable[[Any], Union[Prediction, Event, None]]:
    message_class = _message_class(topic.message)

    def decode(message: Any) -> Union[Prediction, Event, None]:
        value = message.value()
        try:
            record = message_class.FromString(value or b"")
            if record.schema_version != _SCHEMA_VERSION or record.record_bytes != len(value):
                raise ValueError(
                    f"schema version {record.schema_version}, {record.record_bytes} bytes expected"
                )
            return topic.make(record)
        except Exception as error:  # Of a record that is not ours, anything may be wrong.
            _log.warning(
                "%s, partition %d, offset %d: skipped: %s",
                message.topic(), message.partition(), message.offset(), error,
            )
            return None

    return decode


def _message_class(name: str) -> Any:
    from . import descriptors

    try:
        return descriptors.message_class(f"gazeshift.v1.{name}")
    except (ImportError, OSError) as error:
        raise KafkaError(str(error)) from error
