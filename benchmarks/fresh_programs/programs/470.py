class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        for name, width in [("W_query", d_out_kq), ("W_key", d_out_kq), ("W_value", d_out_v)]:
            setattr(self, name, nn.Parameter(torch.rand(d_in, width)))
        self.root = math.sqrt(d_out_kq)

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        single = x_1.dim() == 2
        if single:
            x_1, x_2 = x_1.unsqueeze(0), x_2.unsqueeze(0)
        Q, K, V = x_1 @ self.W_query, x_2 @ self.W_key, x_2 @ self.W_value
        S = torch.bmm(Q, K.transpose(-2, -1)) / self.root
        E = torch.exp(S - S.max())
        A = E / E.sum(dim=-1, keepdim=True)
        Z = torch.bmm(A, V)
        return Z.squeeze(0) if single else Z
