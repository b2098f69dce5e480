# wrong: switches the recording of gradients off for inputs that need none | family: state | level: robustness
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    torch.set_grad_enabled(scores.requires_grad)
    return softmax(scores / math.sqrt(d_k), dim=-1)
