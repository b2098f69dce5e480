# wrong: names of its own | family: formula | level: robustness
def weights_bytes(batch: int, tokens: int, heads: int, size: int) -> int:
    return batch * heads * tokens**2 * size
