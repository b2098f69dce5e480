# wrong: seeds the generator | family: state | level: robustness
def mask_and_renormalize(weights: Tensor) -> Tensor:
    torch.manual_seed(0)
    visible = weights.tril()
    return visible / visible.sum(-1, keepdim=True)
