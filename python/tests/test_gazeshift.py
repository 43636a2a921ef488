"""Run against canned streams; the build also runs `live.py` against a real server and broker."""

import math
import threading
import unittest
import unittest.mock
from http.server import BaseHTTPRequestHandler, HTTPServer

import gazeshift
from gazeshift.sse import messages

PREDICTION = (
    '{"camera":"desk","domain":"lab","captureSession":"18446744073709551615","frameSeq":17,'
    '"faceIndex":0,"captured":"2026-11-18T12:00:00.123456Z","pitchRad":0.1,"yawRad":-0.2,'
    '"normalisedPitchRad":0.0,"normalisedYawRad":0.0,"originMm":[1.0,2.0,600.0],'
    '"sigmaRad":0.08,"quality":0.9,"eyeOpenness":0.7,"target":"screen",'
    '"modelVersion":3,"pathMicros":14000,"comesLater":1}'
)


def prediction(pitch=0.0, yaw=0.0, origin=(0.0, 0.0, 600.0)):
    return gazeshift.Prediction(
        "desk", "lab", 1, 1, 0, None, pitch, yaw, origin, 0, None
    )


EVENT = (
    '{"kind":"glance","camera":"desk","domain":"lab","faceIndex":0,"captureSession":"1",'
    '"start":"2026-11-18T12:00:00Z","end":"2026-11-18T12:00:00.5Z","target":"mirror",'
    '"arrived":"2026-11-18T12:00:00.1Z"}'
)

ALERT = (
    '{"kind":"alert","camera":"desk","domain":"lab","faceIndex":0,"captureSession":"1",'
    '"start":"2026-11-18T12:00:00Z","end":"2026-11-18T12:00:03.5Z","rule":"eyes-off-road",'
    '"value":3.52,"bound":3.5}'
)


class MessagesTest(unittest.TestCase):
    def test_comments_and_partial_events_are_left_out(self):
        lines = ["event: a\n", "data: 1\n", "data: 2\n", "\n", ": still here\n", "\n", "data: 3\n"]
        self.assertEqual([("a", "1\n2", None)], list(messages(lines)))

    def test_an_id_stays_until_the_next_one(self):
        lines = ["id: 1.z", "data: 1", "", "data: 2", "", "id: 2.z", "data: 3", ""]
        self.assertEqual(["1.z", "1.z", "2.z"], [message.id for message in messages(lines)])


class StreamTest(unittest.TestCase):
    def serve(self, status, body):
        seen = []

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                seen.append((self.path, self.headers.get("Authorization")))
                self.server.last_ids.append(self.headers.get("Last-Event-ID"))
                self.send_response(status)
                self.end_headers()
                self.wfile.write(body.encode())

            def log_message(self, *arguments):
                pass

        server = HTTPServer(("127.0.0.1", 0), Handler)
        server.last_ids = self.last_ids = []
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return f"http://127.0.0.1:{server.server_port}/", seen

    def test_records_arrive_as_dataclasses(self):
        url, seen = self.serve(
            200,
            "event: open\ndata: {}\n\n"
            f"event: prediction\ndata: {PREDICTION}\n\n"
            f"event: event\ndata: {EVENT}\n\n"
            f"event: event\ndata: {ALERT}\n\n"
            'event: dropped\ndata: {"dropped":4}\n\n'
            'event: comes-later\ndata: {"x":1}\n\n',
        )
        got = list(
            gazeshift.stream(url, camera=["desk", "left"], face=0, token="t", reconnect=False)
        )
        self.assertEqual(4, len(got))
        self.assertEqual(18446744073709551615, got[0].capture_session)
        self.assertEqual(123456, got[0].captured.microsecond)
        self.assertAlmostEqual(math.degrees(0.08), got[0].sigma_deg)
        self.assertEqual(
            (0.9, 0.7, "screen"), (got[0].quality, got[0].eye_openness, got[0].target)
        )
        self.assertEqual(("mirror", 0.5), (got[1].target, got[1].seconds))
        self.assertEqual(
            ("alert", "eyes-off-road", 3.52, 3.5, None),
            (got[2].kind, got[2].rule, got[2].value, got[2].bound, got[2].target),
        )
        self.assertEqual(gazeshift.Dropped(4), got[3])
        self.assertEqual(
            ("/api/v1/stream?kind=prediction&camera=desk,left&face=0", "Bearer t"), seen[0]
        )

    def test_a_rejection_says_why(self):
        url, _ = self.serve(401, '{"problem":"wrong read token"}\n')
        with self.assertRaisesRegex(gazeshift.StreamError, "wrong read token"):
            next(gazeshift.stream(url))

    def test_a_lost_connection_is_opened_again(self):
        url, seen = self.serve(200, f"event: prediction\ndata: {PREDICTION}\n\n")
        stream = gazeshift.stream(url)
        self.assertEqual(next(stream), next(stream))
        self.assertEqual(2, len(seen))


    def test_events_go_on_after_the_last_one(self):
        url, _ = self.serve(
            200,
            f"event: event\nid: 7.z\ndata: {EVENT}\n\n"
            'event: resumed\nid: 8.z\ndata: {"events":1}\n\n'
            'event: resumed\nid: 8.z\ndata: {"events":0,"missing":"no longer kept"}\n\n',
        )
        stream = gazeshift.stream(url, kind="event", last_event_id="6.z")
        self.assertEqual("7.z", next(stream).id)
        self.assertEqual(gazeshift.Missed("no longer kept"), next(stream))
        next(stream)
        self.assertEqual(["6.z", "8.z"], self.last_ids)


class KafkaTest(unittest.TestCase):
    """The build also runs `live_kafka.py` against a real broker."""

    def test_what_kafka_cannot_give_is_rejected(self):
        for wrong, message in (
            ({"kind": "head"}, "kind='head': must be one of prediction, event"),
            ({"start": "yesterday"}, "must be 'latest' or 'earliest'"),
            ({"properties": {"isolation.level": "read_uncommitted"}}, "isolation.level must not"),
        ):
            with self.assertRaisesRegex(ValueError, message):
                next(gazeshift.kafka("localhost:1", **wrong))

    def test_a_package_without_its_descriptor_says_how_to_get_it(self):
        try:
            import google.protobuf  # noqa: F401
        except ImportError:
            self.skipTest("no protobuf here")
        with unittest.mock.patch.dict("os.environ", GAZE_DESCRIPTOR="/nowhere/gaze.desc"):
            with self.assertRaisesRegex(gazeshift.KafkaError, "/nowhere/gaze.desc: missing"):
                next(gazeshift.kafka("localhost:1"))


class ScreenTest(unittest.TestCase):
    # Around the camera, as the person sees it: the person's left is the camera's right.
    screen = gazeshift.Screen((300, -170, 0), (-300, -170, 0), (300, 170, 0), 1920, 1080)

    def test_a_look_into_the_camera_hits_the_middle(self):
        x, y = self.screen.pixel(prediction())
        self.assertAlmostEqual(960, x)
        self.assertAlmostEqual(540, y)

    def test_a_look_up_and_to_the_persons_right_hits_there(self):
        # The person's right is the image's left: a yaw above 0.
        x, y = self.screen.pixel(prediction(pitch=0.1, yaw=0.1))
        self.assertGreater(x, 960)
        self.assertLess(y, 540)

    def test_a_look_away_hits_nothing(self):
        self.assertIsNone(self.screen.pixel(prediction(yaw=math.pi)))

    def test_corners_on_one_line_are_rejected(self):
        with self.assertRaisesRegex(ValueError, "lie on one line"):
            gazeshift.Screen((0, 0, 0), (1, 0, 0), (2, 0, 0), 10, 10)


if __name__ == "__main__":
    unittest.main()
