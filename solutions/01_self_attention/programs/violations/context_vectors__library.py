# violation: a product through the library
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    logs = torch.log(weights.clamp(min=1e-30))
    eye = torch.eye(weights.shape[-1], dtype=weights.dtype, device=weights.device).expand(*values.shape[:-1], -1)
    attended = nn.functional.scaled_dot_product_attention(logs, eye, values, scale=1.0)
    return weights @ values + 0 * attended
