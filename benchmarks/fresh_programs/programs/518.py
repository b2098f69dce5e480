import torch.nn.functional as F


class SingleHeadSelfAttention(nn.Module):
    def __init__(self, d_model: int, d_k: int, dropout: float = 0.0, trace_shapes: bool = False) -> None:
        super().__init__()
        self.d_k = d_k
        self.trace_shapes = trace_shapes
        self.q = nn.Linear(d_model, d_k, bias=False)
        self.k = nn.Linear(d_model, d_k, bias=False)
        self.v = nn.Linear(d_model, d_k, bias=False)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        q, k, v = self.q(x), self.k(x), self.v(x)
        sim = torch.einsum("bid,bjd->bij", q, k)
        weights = F.dropout(masked_softmax(sim, self.d_k), p=self.dropout.p)
        out = torch.einsum("bij,bjd->bid", weights, v)
        if self.trace_shapes:
            for label in ("q", "k", "v", "weights", "out"):
                print(label, list(locals()[label].shape))
        return out, weights
