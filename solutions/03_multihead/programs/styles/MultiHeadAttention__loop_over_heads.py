# style: a loop over the heads
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
        outputs = []
        for head in range(self.num_heads):
            columns = slice(head * d_h, (head + 1) * d_h)
            scores = q[..., columns] @ k[..., columns].transpose(1, 2) / d_h**0.5
            if self.causal:
                later = torch.triu(torch.ones(x.shape[1], x.shape[1], device=x.device), diagonal=1).bool()
                scores = scores.masked_fill(later, float("-inf"))
            outputs.append(torch.softmax(scores, dim=-1) @ v[..., columns])
        return self.W_O(torch.cat(outputs, dim=-1))
