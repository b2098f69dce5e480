# Wrong and right programs of gradient_descent, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% path_cached | wrong | state | core | mistake: result-returned-again | public: results
# functools.cache keeps the path
import functools
@functools.cache
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points = [x0]
    for _ in range(steps):
        points.append(points[-1] - learning_rate * df(points[-1]))
    return points

# %% tiny_moves_left_out | wrong | training | robustness | mistake: tiny-moves-left-out | public: extremes
# stands still where the next move is tiny
#-         points.append(points[-1] - learning_rate * df(points[-1]))
#+         move = learning_rate * df(points[-1])
#+         points.append(points[-1] - move if abs(move) >= 1e-10 else points[-1])


# %% stops_behind_a_border | wrong | training | core | mistake: stopped-early | public: extremes
# stops behind 1e10
def gradient_descent(df, x0, learning_rate, steps):
    path = [x0]
    for _ in range(steps):
        new = path[-1] - learning_rate * df(path[-1])
        path.append(new)
        if abs(new) > 1e10:  # diverged
            break
    return path
