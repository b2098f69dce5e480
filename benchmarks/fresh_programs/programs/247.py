def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    z = scores / d_k**0.5
    z = z - z.amax(dim=-1, keepdim=True)
    e = torch.exp(z).tril()
    return e / e.sum(dim=-1, keepdim=True)
