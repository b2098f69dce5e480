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
    written = ids.clone()
    model.eval()
    try:
        while written.shape[1] < ids.shape[1] + max_new_tokens:
            window = written
            if window.shape[1] > max_tokens:
                # the model can't read more than that
                window = window[:, :max_tokens]
            last = model(window)[:, -1, :]
            new = sample_next(last, temperature=temperature, top_k=top_k, generator=generator)
            written = torch.hstack([written, new.unsqueeze(1)])
    finally:
        model.train()  # switch evaluation mode off again, even after an error
    return written
