# violation: the ready-made mask of an instance
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.isinf(nn.Transformer(4, 1, 1, 1, 4).generate_square_subsequent_mask(T, device=device))[None, None]
