def softmax(z: Tensor, dim: int = -1) -> Tensor:
    # shift first, otherwise exp overflows for large numbers
    biggest = z.max()
    numerators = (z - biggest).exp()
    denominators = torch.sum(numerators, dim, keepdim=True)
    return numerators.div(denominators)
