def attention_weights(scores, d_k):
    normed = scores / d_k
    exps = torch.exp(normed - normed.amax(-2, keepdim=True))
    return exps / exps.sum(-2, keepdim=True)
