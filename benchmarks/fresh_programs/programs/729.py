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

    def forward(self, ids: Tensor) -> Tensor:
        n_batch, n_tok = ids.shape
        if n_tok > self.max_tokens:
            raise ValueError("sequence too long: " + str(n_tok))
        emb = self.token_embedding(ids) + self.position_embedding.weight[:n_tok]
        hidden = emb
        for layer in self.blocks:
            hidden = layer(emb)
        return nn.functional.linear(self.norm(hidden), self.token_embedding.weight)
