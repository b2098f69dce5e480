"""How the wire stands a million frames of nonsense.

    python -m benchmarks.fuzz_wire [--frames 1000000]

Three kinds, in turn: random bytes; a valid frame with bytes changed, dropped or doubled; a valid header whose fields
are replaced by values of other types and sizes. Every frame must be a value or a WireError, within a bound of memory
and time. Prints frames per second, the slowest frame and the peak of memory over the start.
"""

import argparse
import json
import random
import resource
import time

import torch

from autograder.sandbox.guest import wire
from autograder.sandbox.guest.wire import HEAD

SAMPLES = [
    {"calls": [{"value": torch.ones(2, 3), "untouched": True}], "ran": [], "defined": True, "printed": "text"},
    [1, 2.5, None, True, "text", (1, 2), torch.Size([3]), 2**70, float("inf"), b"bytes"],
    {"grads": {"inputs": [torch.ones(4, dtype=torch.float64)], "parameters": {"W": torch.zeros(2, 2)}}},
    torch.ones(5, dtype=torch.bool),
]
ODD = [
    None,
    True,
    -1,
    2**63,
    2**200,
    1e308,
    "",
    "x" * 1000,
    [],
    {},
    [[]] * 5,
    {"tensor": 0},
    {"map": {"": {"tuple": [[]]}}},
]


def decode(frame: bytes) -> bool:
    """Whether a frame is a value; anything but a WireError goes up and ends the run."""
    try:
        if len(frame) < HEAD.size:
            return False
        header, body = wire.lengths(frame[: HEAD.size])
        start = HEAD.size + header
        wire.decode(frame[HEAD.size : start], frame[start : start + body])
    except wire.WireError:
        return False
    return True


def random_bytes(rng: random.Random) -> bytes:
    """Nothing that anybody meant."""
    return rng.randbytes(rng.randrange(200))


def damaged(rng: random.Random, frame: bytes) -> bytes:
    """A valid frame with a few bytes changed, dropped or doubled."""
    data = bytearray(frame)
    for _ in range(rng.randrange(1, 4)):
        place = rng.randrange(len(data))
        data[place : place + rng.randrange(2)] = rng.randbytes(rng.randrange(3))
    return bytes(data)


def mistyped(rng: random.Random, frame: bytes) -> bytes:
    """A valid frame in which some fields of the header hold something else."""
    header, _ = wire.lengths(frame[: HEAD.size])
    tree = json.loads(frame[HEAD.size : HEAD.size + header])
    body = frame[HEAD.size + header :]
    text = json.dumps(replaced(rng, tree)).encode()
    return HEAD.pack(len(text), len(body)) + text + body


def replaced(rng: random.Random, node: object) -> object:
    """`node` with about one part in ten replaced by something odd."""
    if rng.random() < 0.1:
        return rng.choice(ODD)
    if isinstance(node, dict):
        return {name: replaced(rng, value) for name, value in node.items()}
    return [replaced(rng, value) for value in node] if isinstance(node, list) else node


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    frames = [wire.encode(sample) for sample in SAMPLES]
    before, start, values, slowest = _peak(), time.perf_counter(), 0, 0.0
    for number in range(options.frames):
        kind = number % 3
        frame = rng.choice(frames)
        data = random_bytes(rng) if kind == 0 else damaged(rng, frame) if kind == 1 else mistyped(rng, frame)
        begun = time.perf_counter()
        values += decode(data)
        slowest = max(slowest, time.perf_counter() - begun)
    seconds = time.perf_counter() - start
    print(f"{options.frames} frames in {seconds:.0f} s, {values} were values, the others refused")
    print(f"slowest frame {slowest * 1000:.1f} ms; peak of memory {(_peak() - before) / 1024:.1f} MB over the start")


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    main()
