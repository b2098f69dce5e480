# wrong: draws scores that are then equal | family: state | level: robustness
def uniform_causal_weights(T: int) -> Tensor:
    scores = torch.rand(1).expand(T, T)
    return torch.softmax(scores.masked_fill(torch.ones(T, T).triu(1) > 0, -torch.inf), -1)
