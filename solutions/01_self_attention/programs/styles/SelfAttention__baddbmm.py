# style: baddbmm on the flattened batch
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value

        q, k, v = (t.reshape(-1, *t.shape[-2:]) for t in (queries, keys, values))
        empty = torch.zeros(q.shape[0], q.shape[1], k.shape[1], dtype=x.dtype, device=x.device)
        scores = torch.baddbmm(empty, q, k.transpose(1, 2), beta=0.0, alpha=self.d_out_kq**-0.5)
        return torch.bmm(torch.softmax(scores, dim=-1), v).reshape(values.shape)
