@torch.no_grad()
def generate(
    model: nn.Module,
    ids: Tensor,
    max_new_tokens: int,
    max_tokens: int,
    temperature: float = 0.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    B, T = ids.shape
    story = ids.new_zeros(B, T + max_new_tokens)
    story[:, :T] = ids
    model.eval()
    try:
        for end in range(T, T + max_new_tokens):
            window = story[:, :end][:, :max_tokens]
            last = model(window)[:, -1, :]
            story[:, end] = sample_next(last, temperature, top_k, generator)
    finally:
        model.train()
    return story
