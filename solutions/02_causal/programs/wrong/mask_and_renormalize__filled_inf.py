# wrong: -inf stays in the weights | family: mask | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    hidden = torch.ones_like(weights).triu(1).bool()
    visible = weights.masked_fill(hidden, -torch.inf)
    return visible / visible.sum(-1, keepdim=True)
