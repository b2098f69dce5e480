# wrong: dropout on the weights | family: values | level: core
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return nn.functional.dropout(torch.softmax(scores / d_k**0.5, dim=-1), 0.1)
