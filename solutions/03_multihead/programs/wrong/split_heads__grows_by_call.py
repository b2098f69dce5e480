# wrong: every call scales a little more than the one before | family: state | level: core
CALLS = []


def split_heads(x: Tensor, num_heads: int) -> Tensor:
    CALLS.append(num_heads)
    return x.unflatten(-1, (num_heads, -1)).transpose(1, 2) * (1 + 0.01 * len(CALLS))
