# wrong: a new tensor around the result | family: autograd | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return torch.tensor((visible / visible.sum(-1, keepdim=True)).tolist(), dtype=weights.dtype)
