# style: einsum for the division
def mask_and_renormalize(weights: Tensor) -> Tensor:
    masked = weights.tril()
    return torch.einsum("...ij,...i->...ij", masked, 1 / masked.sum(-1))
