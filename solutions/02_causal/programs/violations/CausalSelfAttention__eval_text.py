# violation: through eval
import math

from torch.nn import functional as F


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
        return self.W_O(eval("F.scaled_dot" + "_product_attention(queries, keys, values, is_causal=True)"))
