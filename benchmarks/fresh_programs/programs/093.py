def generate(model, ids, max_new_tokens, max_tokens, temperature=0.0, top_k=None, generator=None):
    tokens = [ids[:, i] for i in range(ids.shape[1])]
    was_training = model.training
    model.eval()
    try:
        with torch.no_grad():
            for _ in range(max_new_tokens):
                context = torch.stack(tokens[-max_tokens:], dim=1)
                logits = model(context)
                tokens.append(sample_next(logits[:, 0], temperature, top_k, generator))
    finally:
        model.train(was_training)
    return torch.stack(tokens, dim=1)
