# violation: through a distribution's probabilities
def softmax(z, dim=-1):
    return torch.distributions.Categorical(logits=z.transpose(dim, -1)).probs.transpose(dim, -1)
