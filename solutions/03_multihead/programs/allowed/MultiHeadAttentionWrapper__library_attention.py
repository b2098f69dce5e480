# allowed: the rule is about MultiHeadAttention; the heads may use the library
class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])

    def forward(self, x: Tensor) -> Tensor:
        outputs = []
        for head in self.heads:
            queries, keys, values = x @ head.W_query, x @ head.W_key, x @ head.W_value
            outputs.append(nn.functional.scaled_dot_product_attention(queries, keys, values))
        return torch.cat(outputs, dim=-1)
