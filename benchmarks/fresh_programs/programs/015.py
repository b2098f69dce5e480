def context_vectors(weights, values):
    return torch.matmul(weights.mT, values)
