# violation: the kernel below
def mask_and_renormalize(weights: Tensor) -> Tensor:
    eye = torch.eye(weights.shape[-1], dtype=weights.dtype, device=weights.device).expand_as(weights)
    return torch._C._nn.scaled_dot_product_attention(weights.log(), eye, eye, is_causal=True, scale=1.0)
