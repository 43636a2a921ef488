"""The messages of gaze.proto, from the descriptor that is made when the package is built."""

from __future__ import annotations

import os
import pathlib
from typing import Any, Optional

_BUILT = pathlib.Path(__file__).with_name("gaze.desc")

# Another descriptor, for tests and for a package that was built without protoc. (To the program, a
# variable that begins with GAZESHIFT_ is a setting.)
_VARIABLE = "GAZE_DESCRIPTOR"

_pool: Optional[Any] = None


def message_class(name: str) -> Any:
    """The class of a message, by its full name."""
    from google.protobuf import message_factory

    descriptor = _descriptors().FindMessageTypeByName(name)
    if hasattr(message_factory, "GetMessageClass"):
        return message_factory.GetMessageClass(descriptor)
    return message_factory.MessageFactory(_descriptors()).GetPrototype(descriptor)


def _descriptors() -> Any:
    global _pool
    if _pool is None:
        _pool = _load(pathlib.Path(os.environ.get(_VARIABLE) or _BUILT))
    return _pool


def _load(file: pathlib.Path) -> Any:
    try:
        from google.protobuf import descriptor_pb2, descriptor_pool
    except ImportError as error:
        raise ImportError(
            "the package protobuf is missing; install it: pip install 'gazeshift[kafka]', or"
            " apt install python3-protobuf"
        ) from error
    if not file.exists():
        raise FileNotFoundError(
            f"{file}: missing, because protoc was not there when this package was built; install"
            " it (apt install protobuf-compiler, or pip install grpcio-tools), then install this"
            f" package again; or set {_VARIABLE} to a descriptor set of gaze.proto"
        )
    pool = descriptor_pool.DescriptorPool()
    for described in descriptor_pb2.FileDescriptorSet.FromString(file.read_bytes()).file:
        pool.Add(described)
    return pool
