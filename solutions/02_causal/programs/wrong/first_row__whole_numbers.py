# wrong: whole numbers (int64) | family: dtype | level: robustness
def first_row(T: int) -> Tensor:
    return torch.tensor([1] + [0] * (T - 1))
