# violation: multi_head_attention_forward that returns weights
class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.embed_dim = embed_dim
        self.W_q = nn.Linear(embed_dim, embed_dim)
        self.W_k = nn.Linear(embed_dim, embed_dim)
        self.W_v = nn.Linear(embed_dim, embed_dim)

    def forward(self, x: Tensor) -> Tensor:
        layers = (self.W_q, self.W_k, self.W_v)
        weight, bias = torch.cat([layer.weight for layer in layers]), torch.cat([layer.bias for layer in layers])
        eye = torch.eye(self.embed_dim, dtype=x.dtype, device=x.device)
        turned = x.transpose(0, 1)
        out, _ = nn.functional.multi_head_attention_forward(
            turned, turned, turned, self.embed_dim, 1, weight, bias, None, None, False, 0.0, eye, None, need_weights=True
        )
        return out.transpose(0, 1)
