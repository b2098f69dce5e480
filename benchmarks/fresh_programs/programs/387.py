@torch.no_grad()
def generate(model, ids, max_new_tokens, max_tokens, temperature=0.0, top_k=None, generator=None):
    B, T = ids.shape
    # room for everything, filled from left to right
    text = torch.cat([ids, ids.new_zeros(B, max_new_tokens)], dim=1)
    model.eval()
    try:
        for end in range(T, T + max_new_tokens):
            start = max(0, end - max_tokens)
            logits = model(text[:, start:end])
            text[:, end] = sample_next(logits[:, -1, :], temperature=temperature, top_k=top_k, generator=generator)
    finally:
        model.train()  # give it back
    return text
