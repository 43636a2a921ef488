"""Adds the descriptor of gaze.proto to the package; everything else is in pyproject.toml.

Without protoc the package is built without it: only `gazeshift.kafka` needs it.
"""

import pathlib
import shutil
import subprocess
import sys

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = pathlib.Path(__file__).parent
PROTO = "gazeshift/v1/gaze.proto"
# In the source tree, and in a distribution of Gazeshift.
ROOTS = (HERE.parent / "protocol" / "src" / "main" / "proto", HERE.parent / "proto")


def protoc():
    if shutil.which("protoc"):
        return ["protoc"]
    try:
        import grpc_tools  # noqa: F401
    except ImportError:
        return None
    return [sys.executable, "-m", "grpc_tools.protoc"]


class BuildWithDescriptor(build_py):
    def run(self):
        super().run()
        root = next((root for root in ROOTS if (root / PROTO).exists()), None)
        command = protoc()
        if root is None or command is None:
            missing = "gaze.proto" if root is None else "protoc"
            self.warn(f"no {missing} here: the package is built without gazeshift.kafka")
            return
        out = pathlib.Path(self.build_lib) / "gazeshift" / "gaze.desc"
        out.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            [*command, f"--proto_path={root}", f"--descriptor_set_out={out}", PROTO], check=True
        )


setup(cmdclass={"build_py": BuildWithDescriptor})
