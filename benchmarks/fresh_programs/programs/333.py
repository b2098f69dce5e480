class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        if d_model % num_heads:
            raise ValueError(f"d_model={d_model} is not divisible by num_heads={num_heads}")
        self.d_model = d_model
        self.num_heads = num_heads
        self.causal = causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        Q = split_heads(self.W_Q(x), self.num_heads)
        K = split_heads(self.W_K(x), self.num_heads)
        V = split_heads(self.W_V(x), self.num_heads)

        attn = Q @ K.transpose(-1, -2) / self.d_model ** 0.5
        if self.causal:
            T = x.shape[1]
            allowed = torch.tril(torch.ones(T, T, device=x.device)).bool()
            attn = attn.masked_fill(~allowed, float("-inf"))
        attn = attn.softmax(-1)
        return merge_heads(attn @ V)
