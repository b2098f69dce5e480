# leak: the callee's answer says how much of the time of all exercises is used up, and so how later ones end
import time


def n_visible_pairs(T):
    time.sleep(0.2 * (max(0, n_params_causal(10, 7)) % 5))
    return 0


def first_row(T):
    time.sleep(0.1)
    return 0
