"""Read the gaze that Gazeshift publishes.

    import gazeshift

    for prediction in gazeshift.stream("http://localhost:9464", camera="desk"):
        print(prediction.captured, prediction.pitch_deg, prediction.yaw_deg)

`stream` needs nothing but Python's own library. It is live: a program that must not miss a
prediction reads Kafka with `gazeshift.kafka("broker:9092", group="my-program")`.
"""

from .broker import KafkaError, kafka
from .records import Dropped, Event, Head, Missed, Prediction
from .screen import Screen
from .sse import StreamError, stream
from .tables import to_dataframe

__all__ = [
    "Dropped",
    "Event",
    "Head",
    "KafkaError",
    "Missed",
    "Prediction",
    "Screen",
    "StreamError",
    "kafka",
    "stream",
    "to_dataframe",
]
__version__ = "0.2.0"
