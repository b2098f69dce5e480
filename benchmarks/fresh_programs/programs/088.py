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
        n = ids.size(1)
        if n >= self.max_tokens:
            raise ValueError(f"at most {self.max_tokens} tokens")
        x = self.token_embedding(ids)
        x = x + self.position_embedding(torch.arange(n, device=ids.device))
        for blk in self.blocks:
            x = blk(x)
        return x @ self.token_embedding.weight.t()
