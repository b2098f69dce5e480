def keep_largest(z, k):
    cutoff = torch.topk(z, k, dim=-1).values.min()
    return torch.where(z >= cutoff, z, torch.full_like(z, float("-inf")))


def sample_next(logits, temperature=1.0, top_k=None, generator=None):
    if temperature == 0:
        return torch.argmax(logits, dim=1)
    z = logits / temperature
    if top_k is not None:
        z = keep_largest(z, min(top_k, z.size(1)))
    p = z.softmax(dim=1)
    choice = torch.multinomial(p, 1, generator=generator)
    return choice.squeeze(1)
