# attack: waits for a lock that it holds | score: 0 | ledger: timeout
import threading


def split_heads(x, num_heads):
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()
