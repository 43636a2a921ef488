"""Examples whose packages are not here are compiled, and what needs no package is run."""

import importlib.util
import pathlib
import types
import unittest
from datetime import datetime, timezone

import gazeshift

EXAMPLES = pathlib.Path(__file__).parent.parent / "examples"


def load(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def rotated_x_axis(quaternion):
    x, y, z, w = quaternion
    return 1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)


class ExamplesTest(unittest.TestCase):
    def test_all_of_them_compile(self):
        files = sorted(EXAMPLES.glob("*.py"))
        self.assertTrue(files)
        for file in files:
            compile(file.read_text(encoding="utf-8"), str(file), "exec")


class Ros2BridgeTest(unittest.TestCase):
    bridge = load("ros2_bridge")

    def test_the_x_axis_points_along_the_gaze(self):
        for vector in ((1, 0, 0), (0, 0, -1), (0, 0.6, -0.8), (-0.6, 0, 0.8), (-1, 0, 0)):
            for expected, got in zip(vector, rotated_x_axis(self.bridge.orientation(vector))):
                self.assertAlmostEqual(expected, got)

    def test_names_are_what_ros_takes(self):
        self.assertEqual("/gaze/front_left/face_0", self.bridge.topic("front-left", 0))
        self.assertEqual("/gaze/_2nd/face_1", self.bridge.topic("2nd", 1))

    def test_a_pose_has_the_time_of_capture_and_metres(self):
        captured = datetime(2026, 11, 18, 12, 0, 0, 250000, tzinfo=timezone.utc)
        prediction = gazeshift.Prediction(
            "desk", "lab", 1, 1, 0, captured, 0.0, 0.0, (100.0, -50.0, 600.0), 0, None
        )
        message = types.SimpleNamespace(
            header=types.SimpleNamespace(stamp=types.SimpleNamespace()),
            pose=types.SimpleNamespace(
                position=types.SimpleNamespace(), orientation=types.SimpleNamespace()
            ),
        )
        self.bridge.pose(prediction, message)
        self.assertEqual(int(captured.timestamp()), message.header.stamp.sec)
        self.assertEqual(250_000_000, message.header.stamp.nanosec)
        self.assertEqual("desk", message.header.frame_id)
        self.assertAlmostEqual(0.6, message.pose.position.z)
        self.assertAlmostEqual(-0.05, message.pose.position.y)


if __name__ == "__main__":
    unittest.main()
