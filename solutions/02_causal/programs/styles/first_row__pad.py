# style: padding
def first_row(T: int) -> Tensor:
    return torch.nn.functional.pad(torch.ones(1), (0, T - 1))
