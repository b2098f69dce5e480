def _project(layer, x, cols):
    """What one head gets out of one of the big layers."""
    return x[..., cols] @ layer.weight[cols, cols].T


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        self.d_h, rest = divmod(d_model, num_heads)
        if rest:
            raise ValueError(f"{d_model} columns cannot be shared by {num_heads} heads")
        self.n_heads, self.causal = num_heads, causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        outs = []
        for h in range(self.n_heads):
            cols = slice(h * self.d_h, (h + 1) * self.d_h)
            q, k, v = (_project(W, x, cols) for W in (self.W_Q, self.W_K, self.W_V))
            s = q @ k.transpose(1, 2) / math.sqrt(self.d_h)
            if self.causal:
                s = s + torch.full_like(s, -math.inf).triu(1)
            outs.append(s.softmax(-1) @ v)
        return self.W_O(torch.cat(outs, -1))
