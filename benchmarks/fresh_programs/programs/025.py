def dot_product_variance(d_h, sigma):
    var_of_product = sigma ** 2
    return d_h * var_of_product
