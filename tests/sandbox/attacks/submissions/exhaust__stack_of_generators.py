# attack: a chain of generators too deep to be let go of | score: 0 | ledger: any
def split_heads(x, num_heads):
    chain = iter(())
    for _ in range(1_000_000):
        chain = (item for item in chain)
    return list(chain)
