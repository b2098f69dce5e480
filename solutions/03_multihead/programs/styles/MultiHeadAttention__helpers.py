# style: helpers of the file
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError(f"{num_heads} heads do not share {d_model} columns")
        self.num_heads, self.causal = num_heads, causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = (split_heads(layer(x), self.num_heads) for layer in (self.W_Q, self.W_K, self.W_V))
        scores = queries @ keys.mT * keys.size(-1) ** -0.5
        if self.causal:
            scores = scores + torch.full_like(scores, -torch.inf).triu(1)
        return self.W_O(merge_heads(scores.softmax(-1) @ values))
