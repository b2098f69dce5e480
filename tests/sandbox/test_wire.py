"""The language between grader and worker: what goes in comes out, and nothing else gets through."""

import contextlib
import json
import math
import tracemalloc

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.sandbox.guest import wire
from autograder.sandbox.guest.wire import DTYPES, HEAD, MAX_BODY, MAX_HEADER

settings.register_profile("tests", derandomize=True, deadline=None, database=None)
settings.load_profile("tests")

numbers = st.integers(-(2**200), 2**200) | st.floats(allow_nan=False) | st.booleans() | st.none() | st.text(max_size=20)
values = st.recursive(
    numbers,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=20,
)


def sent(value: object) -> object:
    frame = wire.encode(value)
    return wire.decode(*wire.split_frame(frame))


def decode_parts(value: object, parts: list[object], body: bytes = b"") -> object:
    return wire.decode(json.dumps({"value": value, "parts": parts}).encode(), body)


@given(values)
def test_plain_values_come_out_as_they_went_in(value: object) -> None:
    assert sent(value) == value


@pytest.mark.parametrize("dtype", DTYPES.values(), ids=list(DTYPES))
def test_tensors_keep_dtype_shape_and_bits(dtype: torch.dtype) -> None:
    tensor = torch.arange(6).reshape(2, 3).to(dtype)
    got = sent(tensor)
    assert isinstance(got, torch.Tensor)
    assert got.dtype is dtype
    assert torch.equal(got, tensor)


def test_nan_and_infinity_cross_inside_tensors_and_alone() -> None:
    tensor = sent(torch.tensor([float("nan"), float("inf"), -float("inf")]))
    assert isinstance(tensor, torch.Tensor)
    assert tensor.isnan()[0]
    assert tensor.isinf()[1:].all()
    assert math.isnan(sent(float("nan")))  # type: ignore[arg-type]


def test_a_view_that_is_not_contiguous_arrives_as_one() -> None:
    numbers = torch.arange(24.0).reshape(2, 3, 4)
    for tensor in (
        numbers[0].T,
        numbers.transpose(0, 1),
        numbers.permute(2, 0, 1),
        numbers[..., ::2],
        numbers[0, 0, ::2],
    ):
        got = sent(tensor)
        assert isinstance(got, torch.Tensor)
        assert not got.is_contiguous()
        assert torch.equal(got, tensor)
    assert isinstance(turned := sent(numbers.permute(2, 0, 1)), torch.Tensor)
    assert turned.stride() == (1, 12, 4)


def test_one_number_of_an_expanded_or_a_sliced_tensor_arrives() -> None:
    for tensor in (torch.tensor(3.0).expand(1), torch.tensor([3.0, 4.0])[::2], torch.ones(2, 3)[::2, ::3]):
        got = sent(tensor)
        assert isinstance(got, torch.Tensor)
        assert torch.equal(got, tensor)


def test_a_request_for_gradients_crosses() -> None:
    got = sent(torch.ones(2, requires_grad=True))
    assert isinstance(got, torch.Tensor)
    assert got.requires_grad


def test_a_tensor_without_values_is_foreign() -> None:
    assert sent(torch.ones(1000, 1000, device="meta")) == wire.OpaqueValue("Tensor on meta")


def test_an_expanded_tensor_is_refused_before_it_becomes_memory() -> None:
    with pytest.raises(wire.WireError):
        wire.encode(torch.zeros(1).expand(10**12))


def test_subclasses_and_unknown_types_are_foreign() -> None:
    class Everything(int):
        pass

    assert sent([Everything(7), object()]) == [wire.OpaqueValue("Everything"), wire.OpaqueValue("object")]


def test_an_object_of_a_step_crosses_as_its_type_and_the_step() -> None:
    assert sent([wire.OpaqueValue("Value", 3)]) == [wire.OpaqueValue("Value", 3)]


@pytest.mark.parametrize("content", ["Value", ["Value"], ["Value", -1], ["Value", True], [7, 1], ["Value", 1, 2]])
def test_an_object_of_no_step_is_refused(content: object) -> None:
    with pytest.raises(wire.WireError):
        decode_parts({"object": content}, [])


@given(st.binary(max_size=200), st.binary(max_size=64))
def test_any_bytes_are_a_value_or_a_wire_error(header: bytes, body: bytes) -> None:
    with contextlib.suppress(wire.WireError):
        wire.decode(header, body)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["tensor", "tuple", "map", "dict", "int", "bytes", "dtype", "float", "object", "x"]),
            inner,
            max_size=2,
        )
    ),
    max_leaves=20,
)
unsent_rows = st.fixed_dictionaries(
    {
        "dtype": st.sampled_from([*DTYPES, "object", 7]),
        "shape": st.lists(st.integers(-2, 2**70) | st.integers(0, 4) | st.floats(), max_size=14),
        "unsent": st.just("0" * 64) | st.text(max_size=3) | st.none(),
    }
)
rows = unsent_rows | st.fixed_dictionaries(
    {
        "dtype": st.sampled_from([*DTYPES, "object", 7]),
        "shape": st.lists(st.integers(-2, 2**70) | st.integers(0, 4) | st.floats(), max_size=14),
        "grad": st.booleans() | st.integers(),
        "order": st.permutations([0, 1, 2]) | st.lists(st.integers(-1, 3) | st.floats(), max_size=3) | st.none(),
    }
)


@given(json_values, st.lists(rows | json_values, max_size=3), st.binary(max_size=64))
@settings(max_examples=500)
def test_any_header_is_a_value_or_a_wire_error(value: object, parts: list[object], body: bytes) -> None:
    with contextlib.suppress(wire.WireError):
        decode_parts(value, parts, body)


@pytest.mark.parametrize("lengths", [(MAX_HEADER + 1, 0), (0, MAX_BODY + 1), (2**32 - 1, 2**32 - 1)])
def test_lengths_beyond_the_limit_are_refused_before_anything_is_read(lengths: tuple[int, int]) -> None:
    with pytest.raises(wire.WireError):
        wire.lengths(HEAD.pack(*lengths))


MANY = {
    "lists": b"[],",
    "maps": b'{"map":{}},',
    "numbers": b"1,",
    "texts": b'"",',
}


@pytest.mark.parametrize("value", MANY.values(), ids=MANY)
def test_values_are_counted_before_any_of_them_is_built(value: bytes) -> None:
    header = b'{"value":[' + value * (MAX_HEADER // len(value)) + b'0],"parts":[]}'
    tracemalloc.start()
    try:
        with pytest.raises(wire.WireError, match="more than 250000 values"):
            wire.decode(header, b"")
        assert tracemalloc.get_traced_memory()[1] < 1 << 16
    finally:
        tracemalloc.stop()


def test_what_would_be_refused_is_not_sent() -> None:
    with pytest.raises(wire.WireError, match="values"):
        wire.encode([[[] for _ in range(70_000)] for _ in range(2)])
    assert sent(list(range(100_000))) == list(range(100_000))


def test_parts_that_are_too_large_are_refused_by_what_the_header_says() -> None:
    header, body = wire.split_frame(wire.encode([torch.ones(1 << 10), torch.ones(1 << 10)]))
    wire.check_parts(header, len(body), 1 << 12)
    with pytest.raises(wire.WireError, match="a tensor of 4096 bytes"):
        wire.check_parts(header, len(body), 1 << 11)
    with pytest.raises(wire.WireError, match="parts of 8192 bytes in a body of 9000"):
        wire.check_parts(header, 9000, 1 << 12)


def test_a_shape_whose_product_overflows_is_refused() -> None:
    row = {"dtype": "float32", "shape": [0, 2**31, 2**31], "grad": False, "order": []}
    with pytest.raises(wire.WireError):
        decode_parts({"tensor": 0}, [row])


def test_the_bytes_of_a_bool_are_normalised() -> None:
    row = {"dtype": "bool", "shape": [2], "grad": False, "order": []}
    got = decode_parts({"tensor": 0}, [row], b"\x00\x07")
    assert isinstance(got, torch.Tensor)
    assert got.view(torch.uint8).tolist() == [0, 1]


def test_a_constant_that_json_does_not_have_is_refused() -> None:
    with pytest.raises(wire.WireError):
        wire.decode(b'{"value": NaN, "parts": []}', b"")
