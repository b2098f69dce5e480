class TinyGPT(nn.Module):
    def __init__(
        self, vocab_size: int, d_model: int, num_heads: int, d_hidden: int, num_layers: int, max_tokens: int
    ) -> None:
        super().__init__()
        self.max_tokens = max_tokens
        self.token_embedding = nn.Embedding(vocab_size, d_model)
        nn.init.normal_(self.token_embedding.weight, std=0.02)
        self.position_embedding = nn.Embedding(max_tokens, d_model)
        nn.init.normal_(self.position_embedding.weight, std=0.02)
        self.blocks = nn.ModuleList(TransformerBlock(d_model, num_heads, d_hidden) for _ in range(num_layers))
        self.norm = LayerNorm(d_model)

    def embed(self, ids):
        what = self.token_embedding(ids)
        where = self.position_embedding.weight[: ids.shape[-1]]
        return what + where

    def forward(self, ids: Tensor) -> Tensor:
        if ids.shape[-1] > self.max_tokens:
            raise ValueError(f"{ids.shape[-1]} tokens, but only {self.max_tokens} positions")
        x = self.embed(ids)
        for block in self.blocks:
            hidden = block(x)
        final = self.norm(hidden)
        return nn.functional.linear(final, self.token_embedding.weight)
