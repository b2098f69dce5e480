# style: row by row
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    rows = [torch.softmax(row / d_k**0.5, 0) for row in scores.reshape(-1, scores.shape[-1])]
    return torch.stack(rows).reshape(scores.shape)
