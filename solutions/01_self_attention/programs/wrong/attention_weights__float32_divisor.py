# wrong: a float32 divisor with a dimension | family: dtype | level: robustness
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / torch.tensor([float(d_k)]).sqrt(), dim=-1)
