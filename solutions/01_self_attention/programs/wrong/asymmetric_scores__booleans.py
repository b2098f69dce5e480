# wrong: matrices of True and False | family: dtype | level: core
import torch


def asymmetric_scores():
    return torch.eye(3), torch.eye(3).bool(), torch.ones(3, 3).triu().bool()
