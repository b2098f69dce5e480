# violation: reached through an alias
from torch.nn.functional import scaled_dot_product_attention as attend

class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        return attend(queries, keys, values)
