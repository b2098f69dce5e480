class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        self.width, rest = divmod(d_model, num_heads)
        if rest:
            raise ValueError(f"{d_model} columns cannot be shared among {num_heads} heads")
        self.h, self.causal = num_heads, causal
        for letter in "QKVO":
            setattr(self, f"W_{letter}", nn.Linear(d_model, d_model, bias=False))

    def forward(self, x: Tensor) -> Tensor:
        batch, length, d_model = x.shape
        Q, K, V = (layer(x).view(batch, length, self.h, self.width) for layer in (self.W_Q, self.W_K, self.W_V))
        energy = torch.einsum("bqhd,bkhd->bhqk", Q, K) * self.width**-0.5
        if self.causal:
            steps = torch.arange(length, device=x.device)
            energy = energy.masked_fill(steps[:, None] < steps, -torch.inf)
        attention = energy.softmax(dim=-1)
        heads = torch.einsum("bhqk,bqhd->bqhd", attention, V)
        return self.W_O(heads.reshape(batch, length, d_model))
