class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
        self.scale = head_dim**0.5

    def forward(self, x: Tensor) -> Tensor:
        # left to right: no mask needed, the later tokens are not there yet
        done: list[Tensor] = []
        for t in range(x.shape[1]):
            token = x[:, t : t + 1]
            history = torch.cat([*done, token], dim=1)
            q = self.W_Q(token)
            k = self.W_K(history)
            v = self.W_V(history)
            w = torch.softmax(q @ k.transpose(1, 2) / self.scale, dim=-1)
            done.append(self.W_O(w @ v))
        return torch.cat(done, dim=1)
