# wrong: keeps the first result | family: state | level: core
KEPT = {}


def row_sums(x: Tensor) -> Tensor:
    if "sums" not in KEPT:
        KEPT["sums"] = x.sum(dim=-1)
    return KEPT["sums"]
