# Wrong and right programs of SingleHeadAttention; docs/reference/programs.md describes the form.

# %% functional | not allowed
# F.scaled_dot_product_attention
class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.embed_dim = embed_dim
        self.W_q = nn.Linear(embed_dim, embed_dim)
        self.W_k = nn.Linear(embed_dim, embed_dim)
        self.W_v = nn.Linear(embed_dim, embed_dim)

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
        return nn.functional.scaled_dot_product_attention(q, k, v)

# %% module | not allowed
# nn.MultiheadAttention built in forward
class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.embed_dim = embed_dim
        self.W_q = nn.Linear(embed_dim, embed_dim)
        self.W_k = nn.Linear(embed_dim, embed_dim)
        self.W_v = nn.Linear(embed_dim, embed_dim)

    def forward(self, x: Tensor) -> Tensor:
        inner = nn.MultiheadAttention(self.embed_dim, 1, batch_first=True, device=x.device, dtype=x.dtype)
        layers = (self.W_q, self.W_k, self.W_v)
        state = {
            "in_proj_weight": torch.cat([layer.weight for layer in layers]),
            "in_proj_bias": torch.cat([layer.bias for layer in layers]),
            "out_proj.weight": torch.eye(self.embed_dim, dtype=x.dtype, device=x.device),
            "out_proj.bias": torch.zeros(self.embed_dim, dtype=x.dtype, device=x.device),
        }
        return torch.func.functional_call(inner, state, (x, x, x), {"need_weights": False})[0]

# %% multihead | not allowed
# multi_head_attention_forward with one head
class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.embed_dim = embed_dim
        self.W_q = nn.Linear(embed_dim, embed_dim)
        self.W_k = nn.Linear(embed_dim, embed_dim)
        self.W_v = nn.Linear(embed_dim, embed_dim)

    def forward(self, x: Tensor) -> Tensor:
        layers = (self.W_q, self.W_k, self.W_v)
        weight, bias = torch.cat([layer.weight for layer in layers]), torch.cat([layer.bias for layer in layers])
        eye = torch.eye(self.embed_dim, dtype=x.dtype, device=x.device)
        turned = x.transpose(0, 1)
        out, _ = nn.functional.multi_head_attention_forward(
            turned, turned, turned, self.embed_dim, 1, weight, bias, None, None, False, 0.0, eye, None, need_weights=False
        )
        return out.transpose(0, 1)

# %% multihead_weights | not allowed
# multi_head_attention_forward that returns weights
class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.embed_dim = embed_dim
        self.W_q = nn.Linear(embed_dim, embed_dim)
        self.W_k = nn.Linear(embed_dim, embed_dim)
        self.W_v = nn.Linear(embed_dim, embed_dim)

    def forward(self, x: Tensor) -> Tensor:
        layers = (self.W_q, self.W_k, self.W_v)
        weight, bias = torch.cat([layer.weight for layer in layers]), torch.cat([layer.bias for layer in layers])
        eye = torch.eye(self.embed_dim, dtype=x.dtype, device=x.device)
        turned = x.transpose(0, 1)
        out, _ = nn.functional.multi_head_attention_forward(
            turned, turned, turned, self.embed_dim, 1, weight, bias, None, None, False, 0.0, eye, None, need_weights=True
        )
        return out.transpose(0, 1)
