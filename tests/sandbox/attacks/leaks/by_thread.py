# leak: what the sandbox refuses, so that a person has to look, says what the callee answers
import asyncio
import threading


def n_visible_pairs(T):
    answer = n_params_causal(10, 7) % 3
    if answer == 0:
        threading.Thread(target=print).start()
    if answer == 1:
        asyncio.run(asyncio.sleep(0))
    return 0
