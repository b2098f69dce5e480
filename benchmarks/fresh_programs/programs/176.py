def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    scaled = scores / math.sqrt(d_k)
    # stable softmax: subtract the maximum of each row
    top = scaled.max(dim=-1, keepdim=True).values
    e = (scaled - top).exp()
    e = e.tril()  # later keys get weight 0
    return e / e.sum(dim=-1, keepdim=True)
