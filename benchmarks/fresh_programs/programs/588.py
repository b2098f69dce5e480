def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    n_tok = scores.size(-1)
    idx = torch.arange(n_tok, device=scores.device)
    future = (idx.unsqueeze(0) > idx.unsqueeze(1)).to(scores.dtype)
    z = scores / d_k**0.5
    z = z + future * -10000.0
    z = z - z.max(dim=-1, keepdim=True).values
    e = z.exp()
    return e / e.sum(dim=-1, keepdim=True)
