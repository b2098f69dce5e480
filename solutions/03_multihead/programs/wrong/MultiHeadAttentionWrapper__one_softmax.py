# wrong: one softmax over the keys of all heads | family: heads | level: core
class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])

    def forward(self, x: Tensor) -> Tensor:
        scores = [(x @ head.W_query) @ (x @ head.W_key).mT / head.W_key.shape[-1] ** 0.5 for head in self.heads]
        weights = torch.softmax(torch.cat(scores, dim=-1), dim=-1).chunk(len(self.heads), dim=-1)
        return torch.cat([weight @ (x @ head.W_value) for weight, head in zip(weights, self.heads)], dim=-1)
