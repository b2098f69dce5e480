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
    mode = model.training
    model.eval()
    try:
        out = ids.clone()
        for _ in range(max_new_tokens):
            if out.shape[1] > max_tokens:
                out = out[:, -max_tokens:]  # the model cannot read more than this
            last = model(out)[:, -1, :]
            token = sample_next(last, temperature=temperature, top_k=top_k, generator=generator)
            out = torch.cat((out, token.unsqueeze(1)), dim=1)
        return out
    finally:
        model.train(mode)
