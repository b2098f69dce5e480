class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        self.dh, rest = divmod(d_model, num_heads)
        if rest:
            raise ValueError(f"{d_model} columns cannot be shared by {num_heads} heads")
        self.causal = causal
        for name in ("W_Q", "W_K", "W_V", "W_O"):
            setattr(self, name, nn.Linear(d_model, d_model, bias=False))

    def one_head(self, q, k, v):
        att = (q @ k.mT / self.dh**0.5).softmax(-1)
        if self.causal:
            att = att.tril()
        return att @ v

    def forward(self, x: Tensor) -> Tensor:
        parts = zip(*(W(x).split(self.dh, dim=-1) for W in (self.W_Q, self.W_K, self.W_V)))
        return self.W_O(torch.cat([self.one_head(q, k, v) for q, k, v in parts], dim=-1))
