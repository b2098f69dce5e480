# style: exp of log-softmax
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.log_softmax(scores / d_k**0.5, -1).exp()
