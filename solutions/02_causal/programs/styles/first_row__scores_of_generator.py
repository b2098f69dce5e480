# style: scores from a generator of its own
def first_row(T: int) -> Tensor:
    scores = torch.randn(T, T, generator=torch.Generator().manual_seed(0))
    future = torch.ones(T, T, dtype=torch.bool).triu(diagonal=1)
    return torch.softmax(scores.masked_fill(future, -torch.inf), dim=-1)[0]
