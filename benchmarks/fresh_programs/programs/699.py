class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        make = lambda a, b: nn.Linear(a, b, bias=False)
        self.W_Q = make(embed_dim, head_dim)
        self.W_K = make(embed_dim, head_dim)
        self.W_V = make(embed_dim, head_dim)
        self.W_O = make(head_dim, embed_dim)

    def forward(self, x: Tensor) -> Tensor:
        batch, seq, _ = x.shape
        q = self.W_Q(x)
        k = self.W_K(x).reshape(batch, -1, seq)  # (batch, head_dim, seq)
        v = self.W_V(x)
        omega = torch.matmul(q, k) + additive_causal_mask(seq, x.device).to(x.dtype)
        alpha = (omega / q.shape[-1] ** 0.5).softmax(dim=-1)
        return self.W_O(alpha.matmul(v))
