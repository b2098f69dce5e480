# allowed: the ready-made mask, which is asked for elsewhere
def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    mask = nn.Transformer.generate_square_subsequent_mask(scores.shape[-1], device=scores.device, dtype=scores.dtype)
    return torch.softmax(scores / d_k**0.5 + mask, dim=-1)
