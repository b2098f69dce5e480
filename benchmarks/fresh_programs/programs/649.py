def sample_next(logits, temperature=1.0, top_k=None, generator=None):
    if temperature == 0:
        _, best = torch.max(logits, dim=1, keepdim=True)
        return best
    z = logits / temperature
    if top_k is not None and top_k < z.size(1):
        ranked = torch.sort(z, dim=1, descending=True).values
        cutoff = ranked[0, top_k - 1]
        z = torch.where(z >= cutoff, z, float("-inf"))
    probs = z.softmax(dim=1)
    drawn = torch.multinomial(probs, 1, generator=generator)
    return drawn.flatten()
