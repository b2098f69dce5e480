# style: a buffer outside of the state dict
import math


class SingleHeadSelfAttention(nn.Module):
    def __init__(self, d_model: int, d_k: int, dropout: float = 0.0, trace_shapes: bool = False) -> None:
        super().__init__()
        self.d_k = d_k
        self.trace_shapes = trace_shapes
        self.q = nn.Linear(d_model, d_k, bias=False)
        self.k = nn.Linear(d_model, d_k, bias=False)
        self.v = nn.Linear(d_model, d_k, bias=False)
        self.dropout = nn.Dropout(dropout)
        self.register_buffer("hidden", torch.ones(256, 256).triu(1).bool(), persistent=False)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        q, k, v = self.q(x), self.k(x), self.v(x)
        T = x.shape[1]
        later = self.hidden[:T, :T]
        scores = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)
        weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
        weights = self.dropout(weights)
        out = weights @ v
        if self.trace_shapes:
            for name, tensor in (("q", q), ("k", k), ("v", v), ("weights", weights), ("out", out)):
                print(name, tuple(tensor.shape))
        return out, weights
