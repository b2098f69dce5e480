# wrong: a list of lists | family: values | level: core
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return [[[[key > query for key in range(T)] for query in range(T)]]]
