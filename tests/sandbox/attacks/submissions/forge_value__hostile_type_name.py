# attack: a type whose name is ten million characters long | score: 0 | ledger: none
Long = type("x" * 10_000_000, (), {})


def split_heads(x, num_heads):
    return Long()
