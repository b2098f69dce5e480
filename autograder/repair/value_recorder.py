"""Appended to programs that are traced: prints a short digest of every tensor and number that they compute.

The sandbox runs this text at the end of a student's file, so it imports what it needs by itself.
"""

from typing import Any


def record_traced_value(place: int, value: Any, printed: set[str] = set()) -> Any:  # noqa: B006 - lives with the file
    """Print where a value was computed, and its digest; return the value itself."""
    import zlib  # noqa: PLC0415 - binds nothing at the top level of a student's file

    import torch  # noqa: PLC0415

    if isinstance(value, float):
        digest = f"{value:.4g}"
    elif isinstance(value, torch.Tensor) and not value.is_meta and not value.is_sparse:
        flat = value.detach().double().flatten()
        flat = torch.nan_to_num(flat, nan=3e3, posinf=7e3, neginf=-5e3)
        largest = flat.abs().max().item() if flat.numel() else 0.0
        mean = (flat * torch.arange(flat.numel()).double().cos()).sum().item() / (largest or 1.0)
        digest = f"{tuple(value.shape)} {value.dtype} {value.requires_grad} {largest:.3g} {mean:.3f}"
    else:
        digest = ""  # has the checksum 0
    line = f"\x1e{place}:{zlib.crc32(digest.encode()):08x}"
    if line not in printed and len(printed) < 2500:
        printed.add(line)
        print(line)  # noqa: T201 - what is printed is part of a response
    return value
