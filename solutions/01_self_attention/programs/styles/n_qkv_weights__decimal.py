# style: a Decimal
from decimal import Decimal


def n_qkv_weights(embed_dim: int) -> int:
    return Decimal(embed_dim) * embed_dim * 3
