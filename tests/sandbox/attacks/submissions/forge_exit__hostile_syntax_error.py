# attack: an error of the parser with a hostile place | score: 0 | ledger: any
class Hostile:
    def __str__(self):
        raise SystemExit


def split_heads(x, num_heads):
    error = SyntaxError("no")
    error.filename, error.lineno, error.offset, error.text = Hostile(), 10**5000, True, Hostile()
    raise error
