# violation: the probabilities of a distribution
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    rows = z.movedim(dim, -1)
    return torch.distributions.Categorical(logits=rows).probs.movedim(-1, dim)
