def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    n_tokens = scores.shape[-1]
    scale = n_tokens ** -0.5
    bias = torch.full((n_tokens, n_tokens), float("-inf"), device=scores.device)
    bias = torch.triu(bias, diagonal=1)
    z = scores * scale + bias
    z = z - z.amax(dim=-1, keepdim=True)
    e = torch.exp(z)
    return e / e.sum(dim=-1, keepdim=True)
