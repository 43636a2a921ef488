"""Publishes gaze to ROS 2: python3 ros2_bridge.py [http://localhost:9464]

Each face of each camera is a topic /gaze/CAMERA/face_N of geometry_msgs/PoseStamped: the position
is where the gaze ray starts, in metres, and the x axis of the orientation points along the gaze.
The frame id is the camera's id; its axes are those of a ROS optical frame (x right, y down, z
away from the camera), so publish a static transform for it. Needs rclpy and geometry_msgs.
"""

import math
import re
import sys
import threading

import gazeshift


def orientation(vector):
    """The shortest rotation (x, y, z, w) that turns the x axis to this unit vector."""
    x, y, z = vector
    if x < -0.999999:
        return 0.0, 0.0, 1.0, 0.0
    scale = math.sqrt(2 * (1 + x))
    return 0.0, -z / scale, y / scale, scale / 2


def topic(camera, face):
    """A name that ROS takes: letters, digits and underscores, not beginning with a digit."""
    name = re.sub(r"[^A-Za-z0-9_]", "_", camera)
    return f"/gaze/{'_' + name if name[:1].isdigit() else name}/face_{face}"


def pose(prediction, message):
    seconds = prediction.captured.timestamp()
    message.header.stamp.sec = int(seconds)
    message.header.stamp.nanosec = prediction.captured.microsecond * 1000
    message.header.frame_id = prediction.camera
    place, turn = message.pose.position, message.pose.orientation
    place.x, place.y, place.z = (mm / 1000 for mm in prediction.origin_mm)
    turn.x, turn.y, turn.z, turn.w = orientation(prediction.vector)
    return message


def main():
    import rclpy
    from geometry_msgs.msg import PoseStamped
    from rclpy.qos import qos_profile_sensor_data

    rclpy.init()
    node = rclpy.create_node("gazeshift")
    publishers = {}

    def read(url):
        for prediction in gazeshift.stream(url):
            if isinstance(prediction, gazeshift.Prediction):
                name = topic(prediction.camera, prediction.face)
                if name not in publishers:
                    publishers[name] = node.create_publisher(
                        PoseStamped, name, qos_profile_sensor_data
                    )
                publishers[name].publish(pose(prediction, PoseStamped()))

    url = sys.argv[1] if len(sys.argv) > 1 else "http://localhost:9464"
    threading.Thread(target=read, args=(url,), daemon=True).start()
    rclpy.spin(node)


if __name__ == "__main__":
    main()
