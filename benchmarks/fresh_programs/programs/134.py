class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        assert d_model % num_heads == 0, f"d_model={d_model} cannot be cut into {num_heads} heads"
        self.num_heads = num_heads
        self.causal = causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        T, d_h = x.shape[1], x.shape[2] // self.num_heads
        outs = []
        Q, K, V = self.W_Q(x), self.W_K(x), self.W_V(x)
        for h in range(self.num_heads):
            part = slice(h * d_h, (h + 1) * d_h)
            s = Q[..., part] @ K[..., part].transpose(1, 2) / math.sqrt(d_h)
            if self.causal:
                s = s + torch.full((T, T), float("-inf"), device=x.device).triu(1).to(s.dtype)
            outs.append(torch.softmax(s, -1) @ V[..., part])
        return self.W_O(torch.cat(outs, -1))
