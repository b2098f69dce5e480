# wrong: sigmoid instead of softmax | family: normalisation | level: core
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.sigmoid(scores / d_k**0.5)
