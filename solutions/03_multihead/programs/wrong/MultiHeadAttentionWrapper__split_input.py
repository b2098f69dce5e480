# wrong: each head sees its own columns of the input only | family: heads | level: core
class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])

    def forward(self, x: Tensor) -> Tensor:
        width = max(1, x.shape[-1] // len(self.heads))
        outputs = []
        for place, head in enumerate(self.heads):
            part = torch.zeros_like(x)
            part[..., place * width : (place + 1) * width] = x[..., place * width : (place + 1) * width]
            outputs.append(head(part))
        return torch.cat(outputs, dim=-1)
