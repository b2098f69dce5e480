# wrong: scores as Python numbers | family: autograd | level: core
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        s = torch.tensor(
            [[float(q @ k) for k in keys.reshape(-1, keys.shape[-1])] for q in queries.reshape(-1, queries.shape[-1])],
            dtype=x.dtype,
        )
        if x.dim() > 2:
            s = torch.stack(
                [s[i : i + x.shape[-2], i : i + x.shape[-2]] for i in range(0, len(s), x.shape[-2])]
            ).reshape(*x.shape[:-1], x.shape[-2])
        return torch.softmax(s / self.d_out_kq**0.5, -1) @ values
