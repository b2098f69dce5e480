# violation: the attention module of the quantizing library, with linear layers of its own
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError(f"{num_heads} heads do not share {d_model} columns")
        self.num_heads, self.causal = num_heads, causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        d_model, T = x.shape[-1], x.shape[-2]
        whole = torch.ao.nn.quantizable.MultiheadAttention(d_model, self.num_heads, bias=False).to(x)
        whole.linear_Q, whole.linear_K, whole.linear_V, whole.out_proj = self.W_Q, self.W_K, self.W_V, self.W_O
        later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1) if self.causal else None
        y = x.transpose(0, 1)
        return whole(y, y, y, attn_mask=later, need_weights=False)[0].transpose(0, 1)
