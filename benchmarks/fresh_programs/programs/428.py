def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    future = torch.full_like(scores, float("-inf")).triu(1)
    logits = scores + future / math.sqrt(d_k)
    numer = torch.exp(logits - logits.amax(dim=-1, keepdim=True))
    return numer / numer.sum(dim=-1, keepdim=True)
