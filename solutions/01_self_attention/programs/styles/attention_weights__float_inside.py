# style: softmax in float32, cast back
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    wide = torch.promote_types(scores.dtype, torch.float32)
    return torch.softmax(scores / d_k**0.5, dim=-1, dtype=wide).to(scores.dtype)
