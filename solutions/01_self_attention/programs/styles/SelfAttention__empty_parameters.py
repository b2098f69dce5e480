# style: parameters made empty and drawn afterwards, results written into new memory
class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.empty(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.empty((d_in, d_out_kq)))
        self.W_value = nn.Parameter(torch.Tensor(d_in, d_out_v))
        for weight in self.parameters():
            nn.init.uniform_(weight)

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        weights = torch.softmax(queries @ keys.mT / queries.shape[-1] ** 0.5, -1)
        return weights @ values
