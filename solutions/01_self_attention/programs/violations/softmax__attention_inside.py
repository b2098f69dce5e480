# violation: attention with the identity as values
def softmax(z, dim=-1):
    x = z.transpose(dim, -1)
    eye = torch.eye(x.shape[-1], dtype=z.dtype, device=z.device)
    flat = x.reshape(1, -1, x.shape[-1])
    return nn.functional.scaled_dot_product_attention(flat, eye[None], eye[None], scale=1.0).reshape(x.shape).transpose(dim, -1)
