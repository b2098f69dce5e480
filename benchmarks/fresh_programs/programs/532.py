from torch.nn.functional import softmax


class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query, self.W_key, self.W_value = (
            nn.Parameter(torch.rand(d_in, width)) for width in (d_out_kq, d_out_kq, d_out_v)
        )

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        asked = torch.einsum("...td,dk->...tk", x_1, self.W_query)
        offered = torch.einsum("...sd,dk->...sk", x_2, self.W_key)
        told = torch.einsum("...sd,dv->...sv", x_2, self.W_value)
        omega = torch.einsum("...tk,...sk->...ts", asked, offered)
        d_k = omega.shape[-1]
        alpha = softmax(omega / d_k**0.5, dim=-1)
        return torch.einsum("...ts,...sv->...tv", alpha, told)
