# violation: attention with the identity as values
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    rows = z.movedim(dim, -1)
    n = rows.shape[-1]
    eye = torch.eye(n, dtype=z.dtype, device=z.device)
    out = nn.functional.scaled_dot_product_attention(rows.reshape(1, -1, n), eye[None], eye[None], scale=1.0)
    return out.reshape(rows.shape).movedim(-1, dim)
