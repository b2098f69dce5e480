def sample_next(logits, temperature=1.0, top_k=None, generator=None):
    # dividing by 0 is not possible, a tiny temperature does the same
    temperature = max(temperature, 1e-6)
    z = logits / temperature
    if top_k is None:
        p = torch.softmax(z, dim=-1)
        return torch.multinomial(p, 1, generator=generator).squeeze(-1)
    # only look at the k best, draw among them, translate back to ids
    best, ids = torch.topk(z, min(top_k, z.shape[-1]), dim=-1)
    p = torch.softmax(best, dim=-1)
    place = torch.multinomial(p, 1, generator=generator)
    return ids.gather(-1, place).squeeze(-1)
