# violation: the ready-made mask
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return nn.Transformer.generate_square_subsequent_mask(T, device=device)
