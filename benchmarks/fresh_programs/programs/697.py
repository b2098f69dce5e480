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

    def _show(self, **tensors):
        if self.trace_shapes:
            for name in tensors:
                print(name, list(tensors[name].shape))

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        q, k, v = self.q(x), self.k(x), self.v(x)
        att = torch.einsum("bid,bjd->bij", q, k) / self.d_k**0.5
        T = x.shape[1]
        hide = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
        att = F.softmax(att.masked_fill(hide, float("-inf")), dim=2)
        att = F.dropout(att, p=self.dropout.p)
        y = torch.einsum("bij,bjd->bid", att, v)
        self._show(q=q, k=k, v=v, weights=att, out=y)
        return y, att
