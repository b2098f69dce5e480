"""Definitions to append to the solutions: together they have a mistake of every kind that a student is told about."""

from autograder.audit.programs import read_programs
from autograder.course import load_course

PROGRAMS = read_programs(load_course(), [load_course().assignment("02")], "masked_softmax:queries")
WRONG_SOFTMAX = PROGRAMS[0].code
MISTAKES = {
    "02_causal/causal.py": f"""
def causal_mask(T, device=None):
    return torch.ones(T, T).triu(1)

def additive_causal_mask(T, device=None):
    return torch.full((T, T), float("nan")).triu(1)

def mask_and_renormalize(weights):
    weights.mul_(2)

{WRONG_SOFTMAX}

class SingleHeadSelfAttention(SingleHeadSelfAttention):
    def forward(self, x):
        return super().forward(x)[1]

class CausalSelfAttention(CausalSelfAttention):
    def forward(self, x):
        print("queries", tuple(self.W_Q(x).shape))
        return self.W_Q(x) @ self.W_K(x)
""",
    "02_causal/derivations.py": """
def n_params_causal(embed_dim, head_dim):
    return 3 * embed_dim * head_dim

def n_params_with_embedding(vocab_size, embed_dim, head_dim):
    raise NotImplementedError

def n_visible_pairs(T):
    return "15"

def first_row(T):
    return torch.full((T,), 1 / T)

del uniform_causal_weights

def query_bias_counterexample():
    return torch.ones(3, 2), torch.eye(2), torch.eye(2), torch.tensor([float("inf"), 0.0])
""",
    "01_self_attention/self_attention.py": """
def build_vocab(sentence):
    return {word: place for place, word in enumerate(sentence.split())}

def to_ids(tokens, vocab):
    return torch.tensor([vocab.get(token, 0) for token in tokens])

def softmax(z, dim=-1):
    return z.exp() / z.exp().sum(dim, keepdim=True)

def attention_scores(queries, keys):
    return torch.zeros(7, 90, 90)

def context_vectors(weights, values):
    return softmax(weights) @ values
""",
    "03_multihead/derivations.py": "def (",
    "03_multihead/multihead.py": """
class MultiHeadAttention(MultiHeadAttention):
    def __init__(self, d_model, num_heads, causal=False):
        super().__init__(d_model, 1, causal)

raise SystemExit(3)
""",
}
