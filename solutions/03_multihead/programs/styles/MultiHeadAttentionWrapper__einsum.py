# style: all heads in one product each
class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = (
            torch.einsum("...td,hde->...hte", x, torch.stack([getattr(head, name) for head in self.heads]))
            for name in ("W_query", "W_key", "W_value")
        )
        weights = torch.softmax(queries @ keys.mT / keys.shape[-1] ** 0.5, dim=-1)
        return (weights @ values).transpose(-3, -2).flatten(-2)
