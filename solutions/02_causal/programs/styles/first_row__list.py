# style: from a list
def first_row(T: int) -> Tensor:
    return torch.tensor([1.0] + [0.0] * (T - 1))
