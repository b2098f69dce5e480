# style: prints as it goes, with a helper
class SingleHeadSelfAttention(nn.Module):
    def __init__(self, d_model: int, d_k: int, dropout: float = 0.0, trace_shapes: bool = False) -> None:
        super().__init__()
        self.d_k = d_k
        self.trace_shapes = trace_shapes
        self.q = nn.Linear(d_model, d_k, bias=False)
        self.k = nn.Linear(d_model, d_k, bias=False)
        self.v = nn.Linear(d_model, d_k, bias=False)
        self.dropout = nn.Dropout(dropout)

    def _show(self, name: str, tensor: Tensor) -> Tensor:
        if self.trace_shapes:
            print(f"[trace] {name}.shape = {tensor.shape}")
        return tensor

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        q = self._show("q", self.q(x))
        k = self._show("k", self.k(x))
        v = self._show("v", self.v(x))
        weights = self._show("weights", self.dropout(masked_softmax(q @ k.transpose(-1, -2), self.d_k)))
        out = self._show("out", torch.matmul(weights, v))
        return out, weights
