# wrong: the root without its decimals | family: scale | level: core
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / int(d_k**0.5), dim=-1)
