# violation: nn.MultiheadAttention built in forward
class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.embed_dim = embed_dim
        self.W_q = nn.Linear(embed_dim, embed_dim)
        self.W_k = nn.Linear(embed_dim, embed_dim)
        self.W_v = nn.Linear(embed_dim, embed_dim)

    def forward(self, x: Tensor) -> Tensor:
        inner = nn.MultiheadAttention(self.embed_dim, 1, batch_first=True, device=x.device, dtype=x.dtype)
        layers = (self.W_q, self.W_k, self.W_v)
        state = {
            "in_proj_weight": torch.cat([layer.weight for layer in layers]),
            "in_proj_bias": torch.cat([layer.bias for layer in layers]),
            "out_proj.weight": torch.eye(self.embed_dim, dtype=x.dtype, device=x.device),
            "out_proj.bias": torch.zeros(self.embed_dim, dtype=x.dtype, device=x.device),
        }
        return torch.func.functional_call(inner, state, (x, x, x), {"need_weights": False})[0]
