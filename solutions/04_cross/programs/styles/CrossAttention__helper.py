# style: a helper function
def attend(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    return (q @ k.mT * k.shape[-1] ** -0.5).softmax(dim=-1) @ v


class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        return attend(x_1 @ self.W_query, x_2 @ self.W_key, x_2 @ self.W_value)
