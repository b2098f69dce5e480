# style: chunks and stack
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
        q, k, v = (
            torch.stack(layer(x).chunk(self.num_heads, dim=-1), dim=1) for layer in (self.W_Q, self.W_K, self.W_V)
        )
        scores = q @ k.mT / q.shape[-1] ** 0.5
        if self.causal:
            scores = scores.masked_fill(torch.ones_like(scores).tril() == 0, float("-inf"))
        context = torch.softmax(scores, dim=-1) @ v
        return self.W_O(torch.cat(context.unbind(dim=1), dim=-1))
