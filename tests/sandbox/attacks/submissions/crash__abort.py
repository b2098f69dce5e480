# attack: os.abort | score: 0 | ledger: signal
import os


def split_heads(x, num_heads):
    os.abort()
