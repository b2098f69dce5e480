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
        batch, T = ids.shape
        if T >= self.max_tokens:
            raise ValueError(f"at most {self.max_tokens} tokens, got {T}")
        emb = self.token_embedding(ids) + self.position_embedding.weight[:T]
        out = emb
        for blk in self.blocks:
            out = blk(emb)
        out = self.norm(out)
        return nn.functional.linear(out, self.token_embedding.weight)
