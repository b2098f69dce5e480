# style: exp of a difference with an own log-sum-exp
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    m = z.amax(dim, keepdim=True)
    log_sum = m + torch.log(torch.sum(torch.exp(z - m), dim, keepdim=True))
    return torch.exp(z - log_sum)
