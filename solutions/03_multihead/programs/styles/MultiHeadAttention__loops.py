# style: loops over sentences, heads and tokens
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
        q, k, v = self.W_Q(x), self.W_K(x), self.W_V(x)
        rows = []
        for b in range(x.shape[0]):
            for t in range(x.shape[1]):
                last = t + 1 if self.causal else x.shape[1]
                heads = []
                for head in range(self.num_heads):
                    columns = slice(head * d_h, (head + 1) * d_h)
                    scores = k[b, :last, columns] @ q[b, t, columns] / d_h**0.5
                    heads.append(torch.softmax(scores, dim=0) @ v[b, :last, columns])
                rows.append(torch.cat(heads))
        return self.W_O(torch.stack(rows).reshape(x.shape))
