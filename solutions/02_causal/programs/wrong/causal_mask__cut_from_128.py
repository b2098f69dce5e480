# wrong: cut from a mask of 128 tokens | family: mask | level: core
MASK = torch.ones(1, 1, 128, 128, dtype=torch.bool).triu(1)


def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return MASK[..., :T, :T].clone().to(device or "cpu")
