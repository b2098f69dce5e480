# wrong: a numpy array | family: shape | level: core
import numpy as np


def first_row(T: int) -> Tensor:
    return np.eye(T)[0]
