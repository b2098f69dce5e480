# wrong: thousands of random tokens | family: shape | level: core
import torch


def saturating_queries_keys():
    return torch.randn(6000, 8), torch.randn(6000, 8)
