def cross_scores_shape(T_1, T_2):
    return (T_1, T_2)


def n_params_cross(d_in, d_out_kq, d_out_v):
    return 2 * d_in * d_out_kq + d_in * d_out_v


def context_bounds(values):
    return values.min(dim=0).values, values.max(dim=0).values
