# violation: the ready-made mask
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return (nn.Transformer.generate_square_subsequent_mask(T, device=device) != 0)[None, None]
