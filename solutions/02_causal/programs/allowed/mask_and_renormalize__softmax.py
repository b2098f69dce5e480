# allowed: the softmax of the library
def mask_and_renormalize(weights: Tensor) -> Tensor:
    hidden = torch.ones(weights.shape[-2:], dtype=torch.bool, device=weights.device).triu(1)
    return nn.functional.softmax(weights.log().masked_fill(hidden, -torch.inf), dim=-1)
