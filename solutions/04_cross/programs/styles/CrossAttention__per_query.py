# style: one query at a time
class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        keys, values = x_2 @ self.W_key, x_2 @ self.W_value
        rows = []
        for token in x_1.unbind(-2):
            query = token @ self.W_query
            scores = (keys @ query.unsqueeze(-1)).squeeze(-1) / keys.shape[-1] ** 0.5
            rows.append((torch.softmax(scores, dim=-1).unsqueeze(-2) @ values).squeeze(-2))
        return torch.stack(rows, dim=-2)
