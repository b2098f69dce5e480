# wrong: a detour over numpy | family: autograd | level: core
import numpy as np


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList([SelfAttention(d_in, d_out_kq, d_out_v) for _ in range(num_heads)])

    def forward(self, x: Tensor) -> Tensor:
        return torch.from_numpy(np.concatenate([head(x).detach().numpy() for head in self.heads], axis=-1))
