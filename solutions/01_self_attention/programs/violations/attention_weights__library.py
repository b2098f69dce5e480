# violation: weights from the library, with identities
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    eye = torch.eye(scores.shape[-1], dtype=scores.dtype, device=scores.device).expand(*scores.shape[:-2], -1, -1)
    return nn.functional.scaled_dot_product_attention(scores, eye, eye, scale=d_k**-0.5)
