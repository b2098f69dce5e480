def generate(
    model: nn.Module,
    ids: Tensor,
    max_new_tokens: int,
    max_tokens: int,
    temperature: float = 0.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    modes = {module: module.training for module in model.modules()}
    model.eval()
    text = ids
    window = ids[:, -max_tokens:]
    try:
        with torch.no_grad():
            for _ in range(max_new_tokens):
                logits = model(window)[:, -1]
                new = sample_next(logits, temperature, top_k, generator).unsqueeze(1)
                text = torch.cat([text, new], dim=1)
                window = torch.cat([window, new], dim=1)
    finally:
        for module, mode in modes.items():
            module.training = mode
    return text
