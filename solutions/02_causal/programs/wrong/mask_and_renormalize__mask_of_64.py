# wrong: a mask of 64 tokens | family: mask | level: core
MASK = torch.ones(64, 64).tril()


def mask_and_renormalize(weights: Tensor) -> Tensor:
    T = weights.shape[-1]
    visible = weights * MASK[:T, :T].to(weights)
    return visible / visible.sum(dim=-1, keepdim=True)
