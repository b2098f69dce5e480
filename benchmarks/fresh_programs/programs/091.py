def generate(model, ids, max_new_tokens, max_tokens, temperature=0.0, top_k=None, generator=None):
    out = ids.clone()
    mode = model.training
    model.eval()
    try:
        for _ in range(max_new_tokens):
            with torch.no_grad():
                logits = model(out)[:, -1, :]
            nxt = sample_next(logits, temperature, top_k, generator)
            out = torch.cat((out, nxt.unsqueeze(1)), dim=1)
    finally:
        model.train(mode)
    return out
