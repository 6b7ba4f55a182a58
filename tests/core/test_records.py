"""Every record is plain: no hidden padding, aligned, and numba sees what C sees."""

import numba
import numpy as np
import pytest

from undertow import games
from undertow_kernels.core.game import RESULT_DTYPE


def records():
    yield pytest.param(RESULT_DTYPE, id="core-result")
    for name in games.names():
        game = games.find(name)
        for record in ("state", "tables", "move", "columns"):
            yield pytest.param(getattr(game, record), id=f"{name}-{record}")


@pytest.fixture(params=list(records()))
def dtype(request):
    return request.param


def test_a_record_has_no_hidden_padding(dtype):
    named = sum(dtype.fields[name][0].itemsize for name in dtype.names)
    assert named == dtype.itemsize


def test_fields_are_naturally_aligned(dtype):
    for name in dtype.names:
        field, offset = dtype.fields[name][:2]
        assert offset % field.base.itemsize == 0, name


def test_a_record_holds_integers_only(dtype):
    assert all(dtype.fields[name][0].base.kind in "iu" for name in dtype.names)


def test_numba_sees_the_same_layout(dtype):
    record = numba.from_dtype(dtype)
    assert record.size == dtype.itemsize
    assert {name: record.offset(name) for name in dtype.names} == {
        name: dtype.fields[name][1] for name in dtype.names
    }


def test_a_record_survives_a_round_trip_through_bytes(dtype):
    noise = np.random.Generator(np.random.Philox(7)).bytes(dtype.itemsize)
    assert np.frombuffer(noise, dtype).tobytes() == noise
