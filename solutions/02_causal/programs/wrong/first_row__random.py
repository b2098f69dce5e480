# wrong: draws scores | family: state | level: robustness
def first_row(T: int) -> Tensor:
    return torch.softmax(torch.randn(T, T).masked_fill(torch.ones(T, T).triu(1) > 0, -torch.inf), -1)[0]
