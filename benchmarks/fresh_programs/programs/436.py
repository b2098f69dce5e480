class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, num_heads, causal=False):
        super().__init__()
        if d_model % num_heads:
            raise ValueError(f"cannot cut width {d_model} into {num_heads} heads")
        self.nh, self.dh, self.causal = num_heads, d_model // num_heads, causal
        for name in ("W_Q", "W_K", "W_V", "W_O"):
            setattr(self, name, nn.Linear(d_model, d_model, bias=False))

    def project(self, layer, x):
        # one small matrix for each head: (d_model, h, d_h)
        per_head = layer.weight.reshape(-1, self.nh, self.dh)
        return torch.einsum("btm,mhd->bhtd", x, per_head)

    def forward(self, x):
        q, k, v = (self.project(layer, x) for layer in (self.W_Q, self.W_K, self.W_V))
        att = torch.einsum("bhqd,bhkd->bhqk", q, k) * self.dh**-0.5
        if self.causal:
            pos = torch.arange(x.size(1), device=x.device)
            visible = pos[:, None] >= pos[None, :]
            att = att.where(visible, float("-inf"))
        out = torch.einsum("bhqk,bhkd->bqhd", att.softmax(-1), v)
        return self.W_O(out.reshape(x.shape))
