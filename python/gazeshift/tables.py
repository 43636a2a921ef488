"""Predictions as a table."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Iterable

from .records import Prediction, Record

if TYPE_CHECKING:
    import pandas


def to_dataframe(records: Iterable[Record]) -> pandas.DataFrame:
    """One row for each prediction among the records, indexed by capture time. Needs pandas."""
    import pandas

    columns = [field.name for field in dataclasses.fields(Prediction) if field.name != "origin_mm"]
    rows = [
        [getattr(prediction, name) for name in columns] + list(prediction.origin_mm)
        for prediction in records
        if isinstance(prediction, Prediction)
    ]
    table = pandas.DataFrame(rows, columns=columns + ["origin_x_mm", "origin_y_mm", "origin_z_mm"])
    return table.set_index("captured")
