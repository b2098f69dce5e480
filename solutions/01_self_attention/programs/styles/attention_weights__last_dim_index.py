# style: dim as a positive number
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / pow(d_k, 0.5), dim=scores.dim() - 1)
