class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        if d_model % num_heads:
            raise ValueError(f"cannot cut {d_model} columns into {num_heads} heads")
        self.n = num_heads
        self.causal = causal
        self.W_Q, self.W_K, self.W_V, self.W_O = (nn.Linear(d_model, d_model, bias=False) for _ in range(4))

    def _attend(self, q, k, v):
        score = torch.bmm(q, k.transpose(1, 2)) / math.sqrt(q.size(2))
        prob = nn.functional.softmax(score, dim=2)
        if self.causal:
            prob = prob.tril()
        return torch.bmm(prob, v)

    def forward(self, x: Tensor) -> Tensor:
        qs, ks, vs = (layer(x).chunk(self.n, dim=2) for layer in (self.W_Q, self.W_K, self.W_V))
        results = [self._attend(q, k, v) for q, k, v in zip(qs, ks, vs)]
        return self.W_O(torch.cat(results, dim=2))
