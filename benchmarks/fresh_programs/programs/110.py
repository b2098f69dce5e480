def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    d = scores.size(-1)
    scaled = scores / math.sqrt(d)
    scaled = scaled - scaled.max(dim=-1, keepdim=True).values
    e = scaled.exp()
    return e / e.sum(dim=-1, keepdim=True)
