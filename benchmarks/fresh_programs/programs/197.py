def generate(
    model: nn.Module,
    ids: Tensor,
    max_new_tokens: int,
    max_tokens: int,
    temperature: float = 0.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    text = ids.clone()
    model.eval()
    try:
        with torch.no_grad():
            while text.shape[1] < ids.shape[1] + max_new_tokens:
                window = text[:, :max_tokens]
                last = model(window)[:, -1]
                new = sample_next(last, temperature, top_k, generator)
                text = torch.cat((text, new[:, None]), dim=1)
    finally:
        model.train()
    return text
