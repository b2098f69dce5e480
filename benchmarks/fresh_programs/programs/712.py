class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        if d_model % num_heads:
            raise ValueError(f"d_model={d_model} is not a multiple of num_heads={num_heads}")
        self.d_model = d_model
        self.n_heads = num_heads
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)
        idx = torch.arange(256)
        hidden = idx[None, :] > idx[:, None] if causal else torch.zeros(256, 256, dtype=torch.bool)
        self.register_buffer("hidden", hidden)

    def forward(self, x: Tensor) -> Tensor:
        B, T, _ = x.shape
        q = self.W_Q(x).view(B, T, self.n_heads, -1)
        k = self.W_K(x).view(B, T, self.n_heads, -1)
        v = self.W_V(x).view(B, T, self.n_heads, -1)
        att = torch.einsum("bqhd,bkhd->bhqk", q, k) * self.d_model**-0.5
        att = att.masked_fill(self.hidden[:T, :T], float("-inf"))
        out = torch.einsum("bhqk,bkhd->bqhd", torch.softmax(att, dim=-1), v)
        return self.W_O(out.reshape(B, T, self.d_model))
