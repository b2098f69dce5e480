# wrong: subtracts the mean and divides by the deviation | family: normalisation | level: core
def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(
        ((scores - scores.mean(-1, keepdim=True)) / scores.std(-1, keepdim=True)).masked_fill(later, -torch.inf), dim=-1
    )
