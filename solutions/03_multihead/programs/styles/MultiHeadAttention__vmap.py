# style: vmap over the heads
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
        B, T, d_model = x.shape
        q, k, v = (layer(x).unflatten(-1, (self.num_heads, -1)) for layer in (self.W_Q, self.W_K, self.W_V))

        def one(q, k, v):
            scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
            if self.causal:
                scores = scores.masked_fill(torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1), float("-inf"))
            return torch.softmax(scores, -1) @ v

        return self.W_O(torch.vmap(one, in_dims=2, out_dims=2)(q, k, v).flatten(2))
