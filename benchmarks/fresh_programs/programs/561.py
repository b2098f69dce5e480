class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False):
        super().__init__()
        assert d_model % num_heads == 0, f"cannot share {d_model} columns among {num_heads} heads"
        self.n = num_heads
        self.causal = causal
        self.future = None
        for name in ("W_Q", "W_K", "W_V", "W_O"):
            setattr(self, name, nn.Linear(d_model, d_model, bias=False))

    def mask(self, scores):
        if self.future is None:
            t = scores.shape[-1]
            self.future = torch.triu(torch.ones(t, t, device=scores.device), 1).bool()
        return scores.masked_fill(self.future, float("-inf"))

    def forward(self, x: Tensor) -> Tensor:
        Q, K, V = (split_heads(W(x), self.n) for W in (self.W_Q, self.W_K, self.W_V))
        scores = Q.matmul(K.mT) / Q.size(-1) ** 0.5
        if self.causal:
            scores = self.mask(scores)
        return self.W_O(merge_heads(scores.softmax(dim=-1).matmul(V)))
