# attack: an exception whose text takes forever | score: 0 | ledger: timeout
class Endless(Exception):
    def __str__(self):
        while True:
            pass


def split_heads(x, num_heads):
    raise Endless
