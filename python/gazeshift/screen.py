"""From a gaze to the point on a screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Tuple

from .records import Prediction, Vector


def _minus(a: Vector, b: Vector) -> Vector:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def _dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _cross(a: Vector, b: Vector) -> Vector:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


@dataclass(frozen=True)
class Screen:
    """A flat screen, by three of its corners in camera axes (millimetres) and its pixels.

    Left and right are those of the person who looks at it.
    """

    top_left: Vector
    top_right: Vector
    bottom_left: Vector
    width_px: int
    height_px: int

    def __post_init__(self) -> None:
        across, down = self._edges()
        if _dot(_cross(across, down), _cross(across, down)) == 0:
            raise ValueError(
                f"the corners {self.top_left}, {self.top_right} and {self.bottom_left} lie on one"
                " line; measure them again"
            )
        if self.width_px <= 0 or self.height_px <= 0:
            raise ValueError(f"{self.width_px} x {self.height_px} pixels: both must be above 0")

    def _edges(self) -> Tuple[Vector, Vector]:
        return _minus(self.top_right, self.top_left), _minus(self.bottom_left, self.top_left)

    def pixel(self, prediction: Prediction) -> Optional[Tuple[float, float]]:
        """Where the gaze meets the screen's plane, from its top left corner.

        It may lie outside the screen. None if the person looks away from the plane.
        """
        across, down = self._edges()
        normal = _cross(across, down)
        approach = _dot(prediction.vector, normal)
        if approach == 0:
            return None
        distance = _dot(_minus(self.top_left, prediction.origin_mm), normal) / approach
        if distance <= 0:
            return None
        x, y, z = (o + distance * v for o, v in zip(prediction.origin_mm, prediction.vector))
        hit = _minus((x, y, z), self.top_left)
        # The edges need not be at a right angle.
        aa, ad, dd = _dot(across, across), _dot(across, down), _dot(down, down)
        ha, hd = _dot(hit, across), _dot(hit, down)
        scale = aa * dd - ad * ad
        return (
            (ha * dd - hd * ad) / scale * self.width_px,
            (hd * aa - ha * ad) / scale * self.height_px,
        )
