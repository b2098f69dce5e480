class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        assert d_model % num_heads == 0, "d_model must be divisible by num_heads"
        self.h, self.d_h = num_heads, d_model // num_heads
        self.causal = causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def one_head(self, q, k, v):
        s = q @ k.transpose(1, 2) / self.d_h**0.5
        if self.causal:
            n = s.shape[1]
            idx = torch.arange(n, device=s.device)
            s = s.masked_fill(idx.unsqueeze(0) > idx.unsqueeze(1), -math.inf)
        return s.softmax(1) @ v

    def forward(self, x: Tensor) -> Tensor:
        Q, K, V = self.W_Q(x), self.W_K(x), self.W_V(x)
        results = []
        for i in range(self.h):
            cols = slice(i * self.d_h, (i + 1) * self.d_h)
            results.append(self.one_head(Q[:, :, cols], K[:, :, cols], V[:, :, cols]))
        return self.W_O(torch.cat(results, dim=2))
