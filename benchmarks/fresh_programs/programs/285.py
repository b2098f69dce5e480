class SingleHeadSelfAttention(nn.Module):
    """One causal head that shows its weights."""

    def __init__(self, d_model: int, d_k: int, dropout: float = 0.0, trace_shapes: bool = False) -> None:
        super().__init__()
        self.d_k = d_k
        self.trace_shapes = trace_shapes
        self.q = nn.Linear(d_model, d_k, bias=False)
        self.k = nn.Linear(d_model, d_k, bias=False)
        self.v = nn.Linear(d_model, d_k, bias=False)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        def trace(name, tensor):
            if self.trace_shapes:
                print(name, "has shape", list(tensor.shape))
            return tensor

        q = trace("q", self.q(x))
        k = trace("k", self.k(x))
        v = trace("v", self.v(x))

        scores = torch.einsum("bik,bjk->bij", q, k)
        weights = masked_softmax(scores, self.d_k)
        weights = trace("weights", nn.functional.dropout(weights, p=self.dropout.p))

        out = torch.bmm(weights, v)
        return out, weights
