# style: exp(x - logsumexp(x))
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    s = scores.div(d_k**0.5)
    return torch.exp(s - torch.logsumexp(s, dim=-1, keepdim=True))
