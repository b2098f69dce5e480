# style: the own causal_mask and an axis for the head
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
        queries, keys, values = self.W_Q(x), self.W_K(x), self.W_V(x)
        later = causal_mask(x.size(1), x.device)
        scores = queries @ keys.transpose(-2, -1) / math.sqrt(self.head_dim)
        weights = torch.softmax(scores[:, None].masked_fill(later, float("-inf")), dim=-1)[:, 0]
        return self.W_O(weights @ values)
