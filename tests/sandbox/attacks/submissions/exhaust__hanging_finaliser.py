# attack: an object that hangs when it is destroyed | score: 0 | ledger: timeout
class Sticky:
    def __del__(self):
        while True:
            pass


def split_heads(x, num_heads):
    Sticky()
    return x.unflatten(-1, (num_heads, -1)).transpose(1, 2)
