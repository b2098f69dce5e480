# style: softmax of masked zeros
def uniform_causal_weights(T: int) -> Tensor:
    future = torch.triu(torch.ones(T, T, dtype=torch.bool), diagonal=1)
    return torch.softmax(torch.zeros(T, T).masked_fill(future, float("-inf")), dim=-1)
