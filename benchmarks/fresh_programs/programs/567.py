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
        B, T = ids.size()
        if T > self.max_tokens:
            raise ValueError("got {} tokens, at most {} are possible".format(T, self.max_tokens))
        emb = self.token_embedding(ids) + self.position_embedding.weight[:T]
        hidden = emb
        for layer in self.blocks:
            hidden = layer(emb)
        return nn.functional.linear(self.norm(hidden), self.token_embedding.weight)
