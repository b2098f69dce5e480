# style: torch.rsqrt
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores * torch.rsqrt(torch.tensor(float(d_k))), dim=-1)
