def scaled_score_std(d_h, sigma):
    std = (d_h ** 0.5) * sigma ** 2
    return std / d_h
