"""Figures of causal attention that the sources print, to 4 decimals (compare with `PRINTED`), as literals.

Sebastian Raschka, "Understanding and Coding Self-Attention, Multi-Head Attention, Cross-Attention, and
Causal-Attention in LLMs", for the sentence; the mygpt tutorial, chapter 6, for what is worked by hand and for the
running example; Elias Hossain, "LLM from Scratch" (notes), for the additive mask.
"""

import math

import torch

# `figures.ATTENTION_WEIGHTS` times the lower triangle of ones, and with each row divided by its sum.
CUT_WEIGHTS = torch.tensor(
    [
        [0.1772, 0.0, 0.0, 0.0, 0.0, 0.0],
        [0.0386, 0.6870, 0.0, 0.0, 0.0, 0.0],
        [0.1965, 0.0618, 0.2506, 0.0, 0.0, 0.0],
        [0.1505, 0.2187, 0.1401, 0.1651, 0.0, 0.0],
        [0.1347, 0.2758, 0.1162, 0.1621, 0.1881, 0.0],
        [0.1973, 0.0247, 0.3102, 0.1132, 0.0751, 0.2794],
    ]
)
CAUSAL_WEIGHTS = torch.tensor(
    [
        [1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        [0.0532, 0.9468, 0.0, 0.0, 0.0, 0.0],
        [0.3862, 0.1214, 0.4924, 0.0, 0.0, 0.0],
        [0.2232, 0.3242, 0.2078, 0.2449, 0.0, 0.0],
        [0.1536, 0.3145, 0.1325, 0.1849, 0.2145, 0.0],
        [0.1973, 0.0247, 0.3102, 0.1132, 0.0751, 0.2794],
    ]
)

# Worked by hand with queries = keys = values = `figures.BY_HAND_INPUT`.
BY_HAND_WEIGHTS = torch.tensor([[1.0, 0.0, 0.0], [0.3302, 0.6698, 0.0], [0.2483, 0.2483, 0.5035]])
BY_HAND_OUTPUT = torch.tensor([[1.0, 0.0], [0.3302, 0.6698], [0.7517, 0.7517]])

# Equal scores, three tokens.
UNIFORM_ROWS = torch.tensor([[1.0, 0.0, 0.0], [0.5, 0.5, 0.0], [0.3333, 0.3333, 0.3333]])

# The additive mask of five tokens.
INF = math.inf
ADDITIVE_MASK = torch.tensor(
    [
        [0.0, -INF, -INF, -INF, -INF],
        [0.0, 0.0, -INF, -INF, -INF],
        [0.0, 0.0, 0.0, -INF, -INF],
        [0.0, 0.0, 0.0, 0.0, -INF],
        [0.0, 0.0, 0.0, 0.0, 0.0],
    ]
)

# "I love AI !": seed 0, nn.Embedding(4, 4), then W_Q and W_K of CausalSelfAttention(4, 4), and the weights they give.
RUNNING_X = torch.tensor(
    [
        [-1.1258, -1.1524, -0.2506, -0.4339],
        [0.8487, 0.6920, -0.3160, -2.1152],
        [0.3223, -1.2633, 0.3500, 0.3081],
        [0.1198, 1.2377, 1.1168, -0.2473],
    ]
)
RUNNING_W_Q = torch.tensor(
    [
        [0.1977, 0.3000, -0.3390, -0.2177],
        [0.1816, 0.4152, -0.1029, 0.3742],
        [-0.0806, 0.0529, 0.4527, -0.4638],
        [-0.3148, -0.1266, -0.1949, 0.4320],
    ]
)
RUNNING_W_K = torch.tensor(
    [
        [-0.3241, -0.2302, -0.3493, -0.4683],
        [-0.2919, 0.4298, 0.2231, 0.2423],
        [0.0263, -0.2563, 0.0846, -0.4668],
        [-0.3613, -0.2578, 0.3155, 0.2932],
    ]
)
RUNNING_WEIGHTS = torch.tensor(
    [
        [1.0, 0.0, 0.0, 0.0],
        [0.2526, 0.7474, 0.0, 0.0],
        [0.3018, 0.2972, 0.4011, 0.0],
        [0.2149, 0.3615, 0.1914, 0.2321],
    ]
)
