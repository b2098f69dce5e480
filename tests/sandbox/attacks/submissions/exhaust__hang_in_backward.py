# attack: right forward; backward never ends | score: less | ledger: timeout
right = split_heads


def wait(gradient):
    while True:
        pass


def split_heads(x, num_heads):
    result = right(x, num_heads) * 1
    if result.requires_grad:
        result.register_hook(wait)
    return result
