# style: np.sqrt
import numpy as np


def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return (scores / np.sqrt(d_k)).softmax(-1)
