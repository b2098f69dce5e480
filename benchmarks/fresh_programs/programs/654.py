class CrossAttention(nn.Module):
    def __init__(self, d_in, d_out_kq, d_out_v):
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    @staticmethod
    def _attend(q, k, v):
        width = k.size(1)
        logits = torch.matmul(q, k.mT) / width**0.5
        return torch.matmul(nn.functional.softmax(logits, dim=-1), v)

    def forward(self, x_1, x_2):
        return self._attend(x_1 @ self.W_query, x_2 @ self.W_key, x_2 @ self.W_value)
