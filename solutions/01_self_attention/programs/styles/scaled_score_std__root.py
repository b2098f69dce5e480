# style: the root of the variance over the width
import math


def scaled_score_std(d_h: int, sigma: float) -> float:
    return math.sqrt(dot_product_variance(d_h, sigma)) / math.sqrt(d_h)
