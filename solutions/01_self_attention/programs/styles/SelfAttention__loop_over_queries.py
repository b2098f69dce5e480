# style: one query at a time
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value

        rows = []
        for i in range(x.shape[-2]):
            scores = (queries[..., i : i + 1, :] * keys).sum(-1) / self.d_out_kq**0.5
            weights = torch.softmax(scores, dim=-1)
            rows.append((weights.unsqueeze(-1) * values).sum(-2))
        return torch.stack(rows, dim=-2)
