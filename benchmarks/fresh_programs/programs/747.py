class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        self.num_heads = num_heads
        self.dh = d_model // num_heads
        self.causal = causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        B, T, C = x.shape
        query = split_heads(self.W_Q(x), self.num_heads)
        key = split_heads(self.W_K(x), self.num_heads)
        value = split_heads(self.W_V(x), self.num_heads)
        attn = torch.matmul(query, torch.transpose(key, 2, 3)).div(math.sqrt(self.dh))
        if self.causal:
            allowed = torch.tril(torch.ones(T, T, device=x.device)).bool()
            attn = attn.masked_fill(~allowed, float("-inf"))
        attn = nn.functional.softmax(attn, dim=2)
        out = merge_heads(torch.matmul(attn, value))
        return self.W_O(out)
