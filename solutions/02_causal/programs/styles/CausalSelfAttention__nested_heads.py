# style: one head through an axis of heads
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
        B, T, _ = x.shape
        queries, keys, values = (layer(x).view(B, T, 1, -1).transpose(1, 2) for layer in (self.W_Q, self.W_K, self.W_V))
        scores = queries @ keys.transpose(-2, -1) / math.sqrt(self.head_dim)
        scores = scores.masked_fill(causal_mask(T, x.device), -torch.inf)
        heads = torch.softmax(scores, dim=-1) @ values
        return self.W_O(heads.transpose(1, 2).reshape(B, T, -1))
