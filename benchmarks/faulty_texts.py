"""The texts of right programs, with slots in angle brackets, and what is right in the slots."""

CORE = """
        scores = <product>
        scores = <scale>
        <mask>
        weights = <norm>
        out = <mix>"""
RIGHT = {
    "queries": "W_query",
    "keys": "W_key",
    "values": "W_value",
    "product": "q @ k.transpose(-2, -1)",
    "scale": "scores / d_k ** 0.5",
    "mask": "pass",
    "norm": "torch.softmax(scores, dim=<dim>)",
    "mix": "weights @ v",
    "dim": "-1",  # last: it stands inside another slot
}
CAUSAL = RIGHT | {
    "mask": "scores = scores.masked_fill(torch.ones(T, T, dtype=torch.bool).triu(1), -torch.inf)",
}
CAUSAL = {name: CAUSAL[name] for name in (*(name for name in CAUSAL if name != "dim"), "dim")}


def plain(name: str, arguments: str, sources: tuple[str, str, str]) -> str:
    """A layer that holds matrices; `sources` are what queries, keys and values are made from."""
    queries, keys, values = sources
    return (
        f"""
class {name}(nn.Module):
    def __init__(self, d_in, d_out_kq, d_out_v):
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, {arguments}):
        q = {queries} @ self.<queries>
        k = {keys} @ self.<keys>
        v = {values} @ self.<values>
        d_k, T = k.shape[-1], k.shape[-2]"""
        + CORE
        + "\n        return out\n"
    )


def linear(name: str, init: str, layers: str, ending: str) -> str:
    """A layer that holds layers of its own."""
    return (
        f"""
class {name}(nn.Module):
    def __init__(self, {init}):
        super().__init__()
{layers}
    def forward(self, x):
        T = x.shape[-2]
        q, k, v = self.<queries>(x), self.<keys>(x), self.<values>(x)
        d_k = q.shape[-1]"""
        + CORE
        + f"\n        return {ending}\n"
    )


def layers(*rows: tuple[str, str, str], bias: bool) -> str:
    """The lines that create linear layers."""
    return "".join(f"        self.{name} = nn.Linear({a}, {b}, bias={bias})\n" for name, a, b in rows)


HEADED = """
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, num_heads, causal=False):
        super().__init__()
        if d_model % num_heads:
            raise ValueError("num_heads must divide d_model")
        self.h, self.causal, self.d_k = num_heads, causal, d_model // num_heads
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def split(self, x):
        B, T, C = x.shape
        return <split>

    def forward(self, x):
        B, T, C = x.shape
        d_k, h = self.d_k, self.h
        q, k, v = self.split(self.<queries>(x)), self.split(self.<keys>(x)), self.split(self.<values>(x))
        scores = <product>
        scores = <scale>
        if self.causal:
            <mask>
        weights = <norm>
        out = <mix>
        out = <merge>
        return <output>
"""
LINEAR = {"queries": "W_Q", "keys": "W_K", "values": "W_V"}
MASKED = """
def masked_softmax(scores, d_k):
    T = scores.shape[-1]
    scores = <scale>
    <mask>
    return <norm>
"""
WEIGHTS = """
def attention_weights(scores, d_k):
    T = scores.shape[-1]
    scores = <scale>
    <mask>
    return <norm>
"""
RENORMALISED = """
def mask_and_renormalize(weights):
    T = weights.shape[-1]
    kept = <keep>
    return <divide>
"""
