class TinyGPT(nn.Module):
    def __init__(self, vocab_size, d_model, num_heads, d_hidden, num_layers, max_tokens):
        super().__init__()
        self.max_tokens = max_tokens
        self.token_embedding = nn.Embedding(vocab_size, d_model)
        nn.init.normal_(self.token_embedding.weight, std=0.02)
        self.position_embedding = nn.Embedding(max_tokens, d_model)
        nn.init.normal_(self.position_embedding.weight, std=0.02)
        self.blocks = nn.ModuleList(TransformerBlock(d_model, num_heads, d_hidden) for _ in range(num_layers))
        self.norm = LayerNorm(d_model)

    def forward(self, ids):
        # the model only knows max_tokens places, so keep the newest ones
        ids = ids[:, -self.max_tokens :]
        tok = self.token_embedding(ids)
        pos = self.position_embedding.weight[: ids.size(1)]
        h = tok + pos
        for blk in self.blocks:
            h = blk(h)
        h = self.norm(h)
        out = nn.functional.linear(h, self.token_embedding.weight)
        return out.softmax(dim=-1)
