"""Data normalisation (Zhang, Sugano, Bulling 2018) in plain numpy, for comparison only.

Derived apart from the Java code: the rotation is the shortest turn of the axis onto the face
followed by a roll, the lens is written out, and pixels are sampled in double precision.

Usage: normalise_reference.py CASES.json; for each case of the list, reads the raw frame it names
(height x width x 3 bytes), writes the patch as raw bytes and prints the rotation, row by row.
"""

import json
import sys

import numpy as np


def turn(axis_from, axis_to):
    """The shortest rotation that brings one unit vector onto another."""
    v = np.cross(axis_from, axis_to)
    skew = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
    return np.eye(3) + skew + skew @ skew / (1 + axis_from @ axis_to)


def rotation(head_to_camera, centre):
    aligned = turn(centre / np.linalg.norm(centre), np.array([0.0, 0.0, 1.0]))
    head_x = aligned @ head_to_camera[:, 0]
    roll = np.arctan2(head_x[1], head_x[0])
    c, s = np.cos(-roll), np.sin(-roll)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ aligned


def distorted(lens, k, x, y):
    r2 = x * x + y * y
    if lens == "fisheye":
        r = np.sqrt(r2)
        theta = np.arctan(r)
        t2 = theta * theta
        theta_d = theta * (1 + t2 * (k[0] + t2 * (k[1] + t2 * (k[2] + t2 * k[3]))))
        scale = np.where(r > 0, theta_d / np.where(r > 0, r, 1), 1)
        return x * scale, y * scale
    k1, k2, p1, p2, k3 = (list(k) + [0] * 5)[:5]
    radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
    return (
        x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x),
        y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y,
    )


def bilinear(image, u, v):
    """Samples with black outside, as a border of constant pixels."""
    padded = np.zeros((image.shape[0] + 2, image.shape[1] + 2, 3))
    padded[1:-1, 1:-1] = image
    u = np.clip(u + 1, 0, padded.shape[1] - 1.000001)
    v = np.clip(v + 1, 0, padded.shape[0] - 1.000001)
    x0, y0 = u.astype(int), v.astype(int)
    fx, fy = (u - x0)[..., None], (v - y0)[..., None]
    top = padded[y0, x0] * (1 - fx) + padded[y0, x0 + 1] * fx
    bottom = padded[y0 + 1, x0] * (1 - fx) + padded[y0 + 1, x0 + 1] * fx
    return top * (1 - fy) + bottom * fy


def normalise(case):
    image = np.fromfile(case["frame"], dtype=np.uint8)
    image = image.reshape(case["height"], case["width"], 3).astype(float)
    centre = np.array(case["face_centre"], dtype=float)
    r = rotation(np.array(case["head_to_camera"], dtype=float).reshape(3, 3), centre)

    size, focal = case["patch_size"], case["focal"]
    c_n = np.array([[focal, 0, size / 2], [0, focal, size / 2], [0, 0, 1]])
    s = np.diag([1, 1, case["distance"] / np.linalg.norm(centre)])
    columns, rows = np.meshgrid(np.arange(size), np.arange(size))
    pixels = np.stack([columns.ravel(), rows.ravel(), np.ones(size * size)])
    rays = np.linalg.inv(c_n @ s @ r) @ pixels
    x, y = distorted(case["lens"], case["distortion"], rays[0] / rays[2], rays[1] / rays[2])
    patch = bilinear(
        image,
        (case["fx"] * x + case["cx"]).reshape(size, size),
        (case["fy"] * y + case["cy"]).reshape(size, size),
    )
    np.rint(patch).astype(np.uint8).tofile(case["patch"])
    print(*("%.17g" % value for value in r.ravel()))


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as cases:
        for one in json.load(cases):
            normalise(one)
