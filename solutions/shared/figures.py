"""Figures that the sources print, to 4 decimals (compare with `PRINTED`), as literals: seeds are no portable contract.

Sebastian Raschka, "Understanding and Coding Self-Attention, Multi-Head Attention, Cross-Attention, and
Causal-Attention in LLMs", for the sentence and all that follows from it; the mygpt tutorial, chapter 6, for the
attention worked by hand.
"""

import math

import torch

SENTENCE = "Life is short, eat dessert first"
SENTENCE_VOCAB = {"Life": 0, "dessert": 1, "eat": 2, "first": 3, "is": 4, "short": 5}
SENTENCE_IDS = (0, 4, 5, 2, 1, 3)

# Seed 123, nn.Embedding(50_000, 3), the sentence's ids.
EMBEDDED_SENTENCE = torch.tensor(
    [
        [0.3374, -0.1778, -0.3035],
        [0.1794, 1.8951, 0.4954],
        [0.2692, -0.0770, -1.0205],
        [-0.2196, -0.3792, 0.7671],
        [-0.5880, 0.3486, 0.6603],
        [-1.1925, 0.6984, -1.4097],
    ]
)

# Seed 123, W_query (3, 2), W_key (3, 2), W_value (3, 4) drawn in this order, on the embedded sentence.
ATTENTION_SCORES = torch.tensor(
    [
        [0.0613, -0.3491, 0.1443, -0.0437, -0.1303, 0.1076],
        [-0.6004, 3.4707, -1.5023, 0.4991, 1.2903, -1.3374],
        [0.2432, -1.3934, 0.5869, -0.1851, -0.5191, 0.4730],
        [-0.0794, 0.4487, -0.1807, 0.0518, 0.1677, -0.1197],
        [-0.1510, 0.8626, -0.3597, 0.1112, 0.3216, -0.2787],
        [0.4344, -2.5037, 1.0740, -0.3509, -0.9315, 0.9265],
    ]
)
ATTENTION_WEIGHTS = torch.tensor(
    [
        [0.1772, 0.1326, 0.1879, 0.1645, 0.1547, 0.1831],
        [0.0386, 0.6870, 0.0204, 0.0840, 0.1470, 0.0229],
        [0.1965, 0.0618, 0.2506, 0.1452, 0.1146, 0.2312],
        [0.1505, 0.2187, 0.1401, 0.1651, 0.1793, 0.1463],
        [0.1347, 0.2758, 0.1162, 0.1621, 0.1881, 0.1231],
        [0.1973, 0.0247, 0.3102, 0.1132, 0.0751, 0.2794],
    ]
)
SELF_ATTENTION_OUTPUT = torch.tensor(
    [
        [-0.1564, 0.1028, -0.0763, -0.0764],
        [0.5313, 1.3607, 0.7891, 1.3110],
        [-0.3542, -0.1234, -0.2627, -0.3706],
        [0.0071, 0.3345, 0.0969, 0.1998],
        [0.1008, 0.4780, 0.2021, 0.3674],
        [-0.5296, -0.2799, -0.4107, -0.6006],
    ]
)

# Seed 123, SelfAttention(3, 2, 1) on the embedded sentence.
ONE_VALUE_OUTPUT = torch.tensor([[-0.0185], [0.4003], [-0.1103], [0.0668], [0.1180], [-0.1827]])

# Worked by hand with queries = keys = values = X: X Xᵀ, X Xᵀ / √2, softmax of 1, 2, 3.
BY_HAND_INPUT = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
BY_HAND_SCORES = torch.tensor([[1.0, 0.0, 1.0], [0.0, 1.0, 1.0], [1.0, 1.0, 2.0]])
BY_HAND_SCALED = torch.tensor([[0.7071, 0.0, 0.7071], [0.0, 0.7071, 0.7071], [0.7071, 0.7071, 1.4142]])
SOFTMAX_123 = torch.tensor([0.0900, 0.2447, 0.6652])

# Seed 123, MultiHeadAttentionWrapper(3, 2, 1, num_heads=4) on the embedded sentence.
WRAPPER_OUTPUT = torch.tensor(
    [
        [-0.0185, 0.0170, 0.1999, -0.0860],
        [0.4003, 1.7137, 1.3981, 1.0497],
        [-0.1103, -0.1609, 0.0079, -0.2416],
        [0.0668, 0.3534, 0.2322, 0.1008],
        [0.1180, 0.6949, 0.3157, 0.2807],
        [-0.1827, -0.2060, -0.2393, -0.3167],
    ]
)

# Seed 123, CrossAttention(3, 2, 4), then the second sequence torch.rand(8, 3). The article does not print it.
SECOND_SEQUENCE = torch.tensor(
    [
        [0.274495, 0.658376, 0.277542],
        [0.857325, 0.899328, 0.039014],
        [0.926823, 0.738757, 0.717884],
        [0.705837, 0.915650, 0.433980],
        [0.077151, 0.356525, 0.147863],
        [0.533053, 0.406646, 0.231808],
        [0.454539, 0.973702, 0.460562],
        [0.515875, 0.422020, 0.578604],
    ]
)
CROSS_OUTPUT = torch.tensor(
    [
        [0.4231, 0.8665, 0.6503, 1.0042],
        [0.4874, 0.9718, 0.7359, 1.1353],
        [0.4054, 0.8359, 0.6258, 0.9667],
        [0.4357, 0.8886, 0.6678, 1.0311],
        [0.4429, 0.9006, 0.6775, 1.0460],
        [0.3860, 0.8021, 0.5985, 0.9250],
    ]
)

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

# The step of one position at width 2, in the text of `shifted_positions`.
ONE_STEP = torch.tensor([[0.5403, 0.8415], [-0.8415, 0.5403]])
