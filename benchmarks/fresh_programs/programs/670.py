class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        self.d_head, rest = divmod(d_model, num_heads)
        if rest:
            raise ValueError(f"width {d_model} cannot be shared among {num_heads} heads")
        self.h = num_heads
        self.is_causal = causal
        for name in ("W_Q", "W_K", "W_V", "W_O"):
            setattr(self, name, nn.Linear(d_model, d_model, bias=False))

    def forward(self, x: Tensor) -> Tensor:
        Q, K, V = (split_heads(layer(x), self.h) for layer in (self.W_Q, self.W_K, self.W_V))
        A = torch.softmax(Q @ K.mT / math.sqrt(self.d_head), dim=-1)
        if self.is_causal:
            t = torch.arange(x.shape[1], device=x.device)
            visible = t[None, :] <= t[:, None]
            A = A * visible
        return self.W_O(merge_heads(A @ V))
