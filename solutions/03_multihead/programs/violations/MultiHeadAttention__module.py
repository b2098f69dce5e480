# violation: nn.MultiheadAttention with the layers' weights
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
        T = x.shape[1]
        module = nn.MultiheadAttention(x.shape[-1], self.num_heads, bias=False, batch_first=True, dtype=x.dtype, device=x.device)
        weights = {"in_proj_weight": torch.cat([self.W_Q.weight, self.W_K.weight, self.W_V.weight]), "out_proj.weight": self.W_O.weight}
        mask = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1) if self.causal else None
        return torch.func.functional_call(module, weights, (x, x, x), {"attn_mask": mask, "need_weights": False})[0]
