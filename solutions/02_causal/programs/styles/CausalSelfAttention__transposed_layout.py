# style: tokens last
import math


class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.head_dim = head_dim
        self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = (
            layer(x).transpose(1, 2) for layer in (self.W_Q, self.W_K, self.W_V)
        )  # (B, head_dim, T)
        scores = keys.transpose(1, 2) @ queries / math.sqrt(self.head_dim)  # (B, keys, queries)
        visible = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu()
        weights = torch.softmax(scores.masked_fill(~visible, -torch.inf), dim=1)
        return self.W_O((values @ weights).transpose(1, 2))
