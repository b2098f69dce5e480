"""Appended to programs that are traced: prints a short digest of every tensor and number that they compute.

The sandbox runs this text at the end of a student's file, so it imports what it needs by itself.
"""

from typing import Any


def record_traced_value(place: int, value: Any, state: dict[str, Any] = {}) -> Any:  # noqa: B006 - lives with the file
    """Print where a value was computed, and its digest; return the value.

    A tuple, such as what `torch.max` returns along a dimension, has the digest of its first part: what comes behind it
    (indices) may never be used. A list has those of its first parts.
    """
    import sys  # noqa: PLC0415 - binds nothing at the top level of a student's file

    if state.get("output") is not sys.stdout:  # of another call
        state.update(output=sys.stdout, lines=set())
    if len(state["lines"]) >= 1500:
        return value
    parts = value[:8] if isinstance(value, list) else value[:1] if isinstance(value, tuple) else ()
    for part in parts or (value,):
        line = f"\x1e{place}:{digest_of_traced_value(part)}"
        if line not in state["lines"]:
            state["lines"].add(line)
            print(line)  # noqa: T201 - what is printed is part of a response
    return value


def digest_of_traced_value(value: Any, waves: list[Any] = []) -> str:  # noqa: B006 - lives with the file
    """Return the digest of a tensor or number, with an `i` before that of an integer.

    Of a large tensor, about a thousand numbers count. Behind its digest stand its shape, its dtype, a `g` if it has a
    gradient and an `n` if NaN is in it: `1a2b3c4d 2,3 float32 g`.
    """
    import zlib  # noqa: PLC0415

    import torch  # noqa: PLC0415

    is_integer = isinstance(value, int) and not isinstance(value, bool)
    text = form = ""  # what is no number has the checksum 0
    if is_integer:
        text = str(value % 2**61)
    elif isinstance(value, float):
        text = f"{value:.4g}"
    elif isinstance(value, torch.Tensor) and not value.is_meta and not value.is_sparse:
        if not waves:
            waves.append(torch.arange(1024).double().cos())
        flat = value.detach().flatten()
        flat = flat[:: flat.numel() // 1024 + 1 | 1].double()
        own, special, has_nan = waves[0][: flat.numel()], 0.0, False
        largest = flat.abs().max().item() if flat.numel() else 0.0
        if not largest < float("inf"):
            has_nan = bool(flat.isnan().any())
            special = ((flat.isnan() + 2 * flat.isposinf() + 3 * flat.isneginf()).double() @ own).item()
            flat = flat.nan_to_num(nan=0.0, posinf=0.0, neginf=0.0)
            largest = flat.abs().max().item()
        mean = (flat @ own).item() / (largest or 1.0)
        text = f"{largest:.3g} {mean:.3f} {special:.3f}"
        flags = f"{'g' * value.requires_grad}{'n' * has_nan}"
        form = f" {','.join(map(str, value.shape))} {str(value.dtype).partition('.')[2]} {flags}"
    return f"{'i' if is_integer else ''}{zlib.crc32(text.encode()):08x}{form}"
