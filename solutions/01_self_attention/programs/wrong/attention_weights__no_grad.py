# wrong: without gradients | family: autograd | level: core
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    with torch.no_grad():
        return torch.softmax(scores / d_k**0.5, dim=-1)
