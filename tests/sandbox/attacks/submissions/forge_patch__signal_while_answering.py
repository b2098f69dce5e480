# attack: a signal's handler raises in the midst of the worker's writing | score: 0 | ledger: any
import gc
import os
import signal


def interrupt(number, frame):
    raise KeyboardInterrupt


def send(phase, info):
    os.kill(os.getpid(), signal.SIGUSR1)
    signal.raise_signal(signal.SIGUSR1)


def split_heads(x, num_heads):
    signal.signal(signal.SIGUSR1, interrupt)
    gc.set_threshold(1)
    gc.callbacks.append(send)
    return [[x.clone()] for _ in range(400)]
