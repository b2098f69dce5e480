class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        assert d_model % num_heads == 0, "d_model must be divisible by num_heads"
        self.num_heads, self.causal = num_heads, causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        B, T, C = x.shape
        shape = (B, T, self.num_heads, C // self.num_heads)
        q, k, v = (W(x).view(shape).transpose(1, 2) for W in (self.W_Q, self.W_K, self.W_V))
        scores = q @ k.transpose(-1, -2) / math.sqrt(shape[-1])
        probs = torch.softmax(scores, dim=-1)
        if self.causal:
            probs = probs.tril()
        z = (probs @ v).transpose(1, 2).reshape(B, T, C)
        return self.W_O(z)
