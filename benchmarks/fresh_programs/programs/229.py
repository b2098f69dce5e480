def generate(
    model: nn.Module,
    ids: Tensor,
    max_new_tokens: int,
    max_tokens: int,
    temperature: float = 0.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    mode = model.training
    model.eval()
    result = ids.clone()
    try:
        for _ in range(max_new_tokens):
            with torch.no_grad():
                window = result[:, :max_tokens]
                last = model(window)[:, -1, :]
            new = sample_next(last, temperature, top_k, generator)
            result = torch.cat((result, new.unsqueeze(-1)), dim=-1)
    finally:
        model.train(mode)
    return result
