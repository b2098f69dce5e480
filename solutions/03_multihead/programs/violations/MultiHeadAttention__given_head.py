# violation: the given head, which calls the library
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
        d_h = x.shape[-1] // self.num_heads
        outputs = []
        for head in range(self.num_heads):
            rows = slice(head * d_h, (head + 1) * d_h)
            given = SelfAttention(x.shape[-1], d_h, d_h)
            weights = {f"W_{name}": layer.weight[rows].T for name, layer in (("query", self.W_Q), ("key", self.W_K), ("value", self.W_V))}
            outputs.append(torch.func.functional_call(given, weights, (x,)))
        if self.causal:
            raise NotImplementedError
        return self.W_O(torch.cat(outputs, dim=-1))
