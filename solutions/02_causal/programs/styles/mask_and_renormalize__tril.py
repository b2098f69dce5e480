# style: torch.tril
def mask_and_renormalize(weights: Tensor) -> Tensor:
    masked = torch.tril(weights)
    return masked / torch.sum(masked, dim=-1, keepdim=True)
