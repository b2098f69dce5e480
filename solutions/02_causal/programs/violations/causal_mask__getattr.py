# violation: the ready-made mask through getattr
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    make = getattr(nn.Transformer, "generate_square_" + "subsequent_mask")
    return torch.isinf(make(T, device=device))[None, None]
