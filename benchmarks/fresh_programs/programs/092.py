@torch.no_grad()
def generate(model, ids, max_new_tokens, max_tokens, temperature=0.0, top_k=None, generator=None):
    model.eval()
    idx = ids.clone()
    for _ in range(max_new_tokens):
        window = idx[:, -max_tokens:]
        logits = model(window)
        idx_next = sample_next(logits[:, -1], temperature, top_k, generator)
        idx = torch.cat([idx, idx_next[:, None]], dim=-1)
    model.train()
    return idx
