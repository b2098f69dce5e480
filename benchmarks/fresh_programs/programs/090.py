def sample_next(logits, temperature=1.0, top_k=None, generator=None):
    if temperature == 0:
        return logits.argmax(dim=-1)
    if top_k is not None:
        top_k = min(top_k, logits.shape[-1])
        logits, indices = torch.topk(logits, top_k, dim=-1)
    probs = (logits / temperature).softmax(-1)
    choice = torch.multinomial(probs, 1, generator=generator)
    return choice[:, 0]
