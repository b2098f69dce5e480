def sample_next(
    logits: Tensor, temperature: float = 1.0, top_k: int | None = None, generator: torch.Generator | None = None
) -> Tensor:
    if temperature == 0:
        return logits.argmax(dim=-1)
    scaled = logits / temperature
    if top_k is not None:
        k = min(top_k, logits.shape[-1])
        smallest = torch.topk(scaled, k, dim=-1).values[:, -1]
        scaled = scaled.masked_fill(scaled < smallest, float("-inf"))
    probabilities = torch.softmax(scaled, dim=-1)
    return torch.multinomial(probabilities, 1, generator=generator).squeeze(1)
