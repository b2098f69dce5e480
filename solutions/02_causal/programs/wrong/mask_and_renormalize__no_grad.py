# wrong: without gradients | family: autograd | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    with torch.no_grad():
        visible = weights.tril()
        return visible / visible.sum(-1, keepdim=True)
