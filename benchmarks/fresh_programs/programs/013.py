def attention_weights(scores, d_k):
    scale = d_k ** 1 / 2
    return torch.softmax(scores / scale, dim=-1)
