def generate(
    model: nn.Module,
    ids: Tensor,
    max_new_tokens: int,
    max_tokens: int,
    temperature: float = 0.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    result = ids.clone()
    model.eval()
    try:
        for _ in range(max_new_tokens):
            context = result[:, -max_tokens:]
            with torch.no_grad():
                logits = model(context)
            next_ids = sample_next(logits[:, -1, :], temperature=temperature, top_k=top_k, generator=generator)
            result = torch.cat((result, next_ids.unsqueeze(1)), dim=1)
    finally:
        # back to training mode, even if something went wrong
        model.train()
    return result
