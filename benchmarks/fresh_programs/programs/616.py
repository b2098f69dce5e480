def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    n = scores.size(-1)
    result = torch.zeros(scores.shape, device=scores.device)
    for row in range(n):
        # token `row` may look at 0 .. row, everything behind stays 0
        seen = scores[..., row, : row + 1] / d_k**0.5
        result[..., row, : row + 1] = seen.softmax(-1)
    return result
