# style: a float copy filled by the own mask
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    hidden = causal_mask(T, device=device)[0, 0]
    return hidden.float().masked_fill(hidden, float("-inf"))
