# wrong: softmax of the visible weights | family: normalisation | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    hidden = torch.ones_like(weights).triu(1).bool()
    return torch.softmax(weights.masked_fill(hidden, -torch.inf), -1)
