"""The steps of camera ingest in plain Python and OpenCV, for 'gazeshift bench ingest --python'.

Tracks one face with the same models, one thread: landmarks (crop, blob, mesh), pose (solvePnP from
the last pose), warp (one map through lens and virtual camera, remap), JPEG. The directory given
holds frames.raw and setup.json, and attention.onnx where that mesh is to be run, by ONNX Runtime;
OpenCV runs the plain mesh otherwise. A line with a number runs so many frames; the answer is a line
of JSON with the median of each step in milliseconds of CPU time, and patch.raw holds the last
patch.
"""

import json
import pathlib
import statistics
import struct
import sys
import time

import cv2
import numpy as np

SIDE = 192
BESIDE = 0.015
LARGER = 0.02
MAX_STEP = 1.5
MAX_REDUCTION = 8
RIGID = [
    33, 133, 362, 263, 168, 6, 197, 195, 5, 4, 1, 19, 94, 2, 98, 327, 129, 358, 10, 151, 9, 8, 127,
    356, 234, 454, 93, 323, 54, 284, 67, 297, 117, 346, 119, 348, 143, 372,
]  # fmt: skip
CENTRE = [33, 133, 362, 263, 61, 291]
REFINED = {
    "output_left_eye": [
        33, 7, 163, 144, 145, 153, 154, 155, 133, 246, 161, 160, 159, 158, 157, 173, 130, 25,
        110, 24, 23, 22, 26, 112, 243, 247, 30, 29, 27, 28, 56, 190, 226, 31, 228, 229, 230,
        231, 232, 233, 244, 113, 225, 224, 223, 222, 221, 189, 35, 124, 46, 53, 52, 65, 143,
        111, 117, 118, 119, 120, 121, 128, 245, 156, 70, 63, 105, 66, 107, 55, 193,
    ],
    "output_right_eye": [
        263, 249, 390, 373, 374, 380, 381, 382, 362, 466, 388, 387, 386, 385, 384, 398, 359,
        255, 339, 254, 253, 252, 256, 341, 463, 467, 260, 259, 257, 258, 286, 414, 446, 261,
        448, 449, 450, 451, 452, 453, 464, 342, 445, 444, 443, 442, 441, 413, 265, 353, 276,
        283, 282, 295, 372, 340, 346, 347, 348, 349, 350, 357, 465, 383, 300, 293, 334, 296,
        336, 285, 417,
    ],
}  # fmt: skip
IRISES = ["output_left_iris", "output_right_iris"]
STEPS = ["landmarks", "pose", "warp", "jpeg"]


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def average_face(file):
    """The mesh's points in head axes, millimetres from the face centre."""
    data = file.read_bytes()
    _, at = varint(data, 0)
    length, at = varint(data, at)
    end = at + length
    numbers = []
    while at < end:
        tag, at = varint(data, at)
        if tag & 7 == 5:
            if tag >> 3 == 3:
                numbers.append(struct.unpack_from("<f", data, at)[0])
            at += 4
        elif tag & 7 == 0:
            _, at = varint(data, at)
        else:
            skipped, at = varint(data, at)
            at += skipped
    points = np.array(numbers).reshape(-1, 5)[:, :3] * [10, -10, -10]
    return points - points[CENTRE].mean(axis=0)


class PlainMesh:
    def __init__(self, models):
        self.net = cv2.dnn.readNetFromTFLite(str(models / "face_landmark.tflite"))
        self.name = "plain mesh"

    def points(self, crop):
        self.net.setInput(cv2.dnn.blobFromImage(crop, 1 / 255, swapRB=True))
        points, score = self.net.forward(["conv2d_21", "conv2d_31"])
        return points.reshape(-1, 3)[:, :2], score.item()


class AttentionMesh:
    def __init__(self, file):
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(
            str(file), options, providers=["CPUExecutionProvider"]
        )
        self.input = self.session.get_inputs()[0].name
        self.outputs = ["output_mesh_identity", *REFINED, *IRISES, "conv_faceflag"]
        self.name = "attention mesh, onnxruntime " + onnxruntime.__version__

    def points(self, crop):
        blob = cv2.dnn.blobFromImage(crop, 1 / 255, swapRB=True)
        answers = self.session.run(self.outputs, {self.input: blob})
        named = dict(zip(self.outputs, answers))
        points = named["output_mesh_identity"].reshape(-1, 3)[:, :2].copy()
        for name, places in REFINED.items():
            points[places] = named[name].reshape(-1, 2)
        return points, named["conv_faceflag"].item()


class Pipeline:
    def __init__(self, setup, attention):
        models = pathlib.Path(setup["models"])
        self.mesh = AttentionMesh(attention) if attention.exists() else PlainMesh(models)
        self.model = average_face(models / "geometry_pipeline_metadata_landmarks.binarypb")[RIGID]
        self.camera = np.array(setup["camera"], float).reshape(3, 3)
        self.distortion = np.array(setup["distortion"], float)
        size = setup["size"]
        self.size = (size, size)
        self.distance = setup["distance"]
        focal = setup["focal"]
        self.virtual = np.array([[focal, 0, size / 2], [0, focal, size / 2], [0, 0, 1.0]])
        self.jpeg = [cv2.IMWRITE_JPEG_QUALITY, setup["quality"]]
        self.region = setup["region"]
        self.turn = self.shift = None

    def frame(self, bgr):
        marks = [time.thread_time()]
        points = self.landmarks(bgr)
        marks.append(time.thread_time())
        rotation, centre = self.pose(points)
        marks.append(time.thread_time())
        patch = self.warp(bgr, rotation, centre)
        marks.append(time.thread_time())
        cv2.imencode(".jpg", patch, self.jpeg)
        marks.append(time.thread_time())
        return patch, [1000 * (b - a) for a, b in zip(marks, marks[1:])]

    def landmarks(self, bgr):
        x, y, size, angle = self.region
        beside = x + BESIDE * size, y + BESIDE * size, (1 + LARGER) * size, angle
        points = (self.look(bgr, self.region) + self.look(bgr, beside)) / 2
        self.follow(points)
        return points

    def look(self, bgr, region):
        x, y, size, angle = region
        cos, sin = np.cos(angle), np.sin(angle)
        turn = np.array([[cos, sin], [-sin, cos]])
        # A large face is reduced first.
        factor = max(1, min(MAX_REDUCTION, int(np.ceil(size / (MAX_STEP * SIDE)))))
        left = top = 0
        if factor > 1:
            half = size / 2 * (abs(cos) + abs(sin)) + factor
            left, top = (factor * max(0, int((at - half) // factor)) for at in (x, y))
            width, height = (
                factor * int(min(np.ceil((at + half - first) / factor), (end - first) // factor))
                for at, first, end in ((x, left, bgr.shape[1]), (y, top, bgr.shape[0]))
            )
            bgr = cv2.resize(
                bgr[top : top + height, left : left + width],
                (width // factor, height // factor),
                interpolation=cv2.INTER_AREA,
            )
        centre = (np.array([x - left, y - top]) + 0.5) / factor - 0.5
        scale = SIDE * factor / size
        shift = (SIDE - 1) / 2 - scale * turn @ centre
        crop = cv2.warpAffine(bgr, np.column_stack([scale * turn, shift]), (SIDE, SIDE))
        points, score = self.mesh.points(crop)
        if score < 0:
            raise SystemExit("the mesh has lost the face")
        inside = points / SIDE - 0.5
        return size * inside @ turn + [x, y]

    def follow(self, points):
        across = points[263] - points[33]
        angle = np.arctan2(across[1], across[0])
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        upright = points @ turn.T
        low, high = upright.min(axis=0), upright.max(axis=0)
        x, y = turn.T @ ((low + high) / 2)
        self.region = x, y, 1.5 * (high - low).max(), angle

    def pose(self, points):
        seen = points[RIGID]
        if self.turn is None:
            _, self.turn, self.shift = cv2.solvePnP(
                self.model, seen, self.camera, self.distortion, flags=cv2.SOLVEPNP_EPNP
            )
        _, self.turn, self.shift = cv2.solvePnP(
            self.model,
            seen,
            self.camera,
            self.distortion,
            self.turn,
            self.shift,
            useExtrinsicGuess=True,
            flags=cv2.SOLVEPNP_ITERATIVE,
        )
        return cv2.Rodrigues(self.turn)[0], self.shift.ravel()

    def warp(self, bgr, rotation, centre):
        distance = np.linalg.norm(centre)
        forward = centre / distance
        down = np.cross(forward, rotation[:, 0])
        down /= np.linalg.norm(down)
        right = np.cross(down, forward)
        scaled = np.stack([right, down, forward * (self.distance / distance)])
        x, y = cv2.initUndistortRectifyMap(
            self.camera, self.distortion, scaled, self.virtual, self.size, cv2.CV_32FC1
        )
        return cv2.remap(bgr, x, y, cv2.INTER_LINEAR)


def main(directory):
    cv2.setNumThreads(1)
    setup = json.loads((directory / "setup.json").read_text())
    frames = np.fromfile(directory / "frames.raw", np.uint8)
    frames = frames.reshape(-1, setup["height"], setup["width"], 3)
    pipeline = Pipeline(setup, directory / "attention.onnx")
    version = sys.version.split()[0]
    versions = {"python": version, "cv2": cv2.__version__, "mesh": pipeline.mesh.name}
    print(json.dumps(versions), flush=True)
    shown = 0
    for line in sys.stdin:
        times = []
        for _ in range(int(line)):
            # Forwards, then backwards: the face never jumps.
            at = shown % (2 * len(frames) - 2)
            patch, taken = pipeline.frame(frames[min(at, 2 * len(frames) - 2 - at)])
            times.append(taken)
            shown += 1
        patch.tofile(directory / "patch.raw")
        medians = [statistics.median(step) for step in zip(*times)]
        print(json.dumps(dict(zip(STEPS, medians))), flush=True)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
