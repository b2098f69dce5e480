# violation: the operator that models are exported with
import torch.onnx.ops


class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = (part(x).reshape(-1, 1, x.shape[-2], self.W_O.in_features) for part in (self.W_Q, self.W_K, self.W_V))
        return self.W_O(torch.onnx.ops.attention(q, k, v, is_causal=True)[0].reshape(*x.shape[:-1], -1))
