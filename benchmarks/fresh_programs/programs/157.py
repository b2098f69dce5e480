def generate(
    model: nn.Module,
    ids: Tensor,
    max_new_tokens: int,
    max_tokens: int,
    temperature: float = 0.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    was_training = model.training
    model.eval()
    text = ids.clone()
    try:
        with torch.no_grad():
            while text.shape[1] < ids.shape[1] + max_new_tokens:
                logits = model(text[:, -max_tokens:])
                token = sample_next(logits[:, -1], temperature=temperature, top_k=top_k, generator=generator)
                text = torch.cat((text, token), dim=1)
    finally:
        model.train(was_training)
    return text
