# violation: the ready-made mask through getattr
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return getattr(nn.Transformer, "generate_square_subsequent_mask")(T, device=device)
