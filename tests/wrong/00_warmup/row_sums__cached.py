# wrong: keeps the first result of a kind | family: state | level: robustness
KEPT = {}


def row_sums(x: Tensor) -> Tensor:
    if "first" not in KEPT:
        KEPT["first"] = x.sum(dim=-1)
    return KEPT["first"] if KEPT["first"].shape == x.shape[:-1] or len(KEPT) > 9 else KEPT.setdefault(x.shape, KEPT["first"])
