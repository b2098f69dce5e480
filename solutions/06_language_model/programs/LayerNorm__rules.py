# Wrong and right programs of LayerNorm; docs/reference/programs.md describes the form.

# %% functional | not allowed
# F.layer_norm
#-         mean = x.mean(dim=-1, keepdim=True)
#+         mean = x.mean(dim=-1, keepdim=True)
#+         return nn.functional.layer_norm(x, x.shape[-1:], self.weight, self.bias, self.eps)

# %% function_of_torch | not allowed
# torch.layer_norm
#-         mean = x.mean(dim=-1, keepdim=True)
#+         mean = x.mean(dim=-1, keepdim=True)
#+         return torch.layer_norm(x, x.shape[-1:], self.weight, self.bias, self.eps)

# %% native | not allowed
# torch.native_layer_norm
#-         mean = x.mean(dim=-1, keepdim=True)
#+         mean = x.mean(dim=-1, keepdim=True)
#+         return torch.native_layer_norm(x, x.shape[-1:], self.weight, self.bias, self.eps)[0]

# %% group_norm | not allowed
# F.group_norm with one group
#-         mean = x.mean(dim=-1, keepdim=True)
#+         mean = x.mean(dim=-1, keepdim=True)
#+         rows = x.reshape(-1, x.shape[-1])
#+         return nn.functional.group_norm(rows, 1, self.weight, self.bias, self.eps).reshape(x.shape)

# %% batch_norm | not allowed
# F.batch_norm of the transposed rows
#-         mean = x.mean(dim=-1, keepdim=True)
#+         mean = x.mean(dim=-1, keepdim=True)
#+         rows = x.reshape(-1, x.shape[-1]).T
#+         out = nn.functional.batch_norm(rows, None, None, training=True, eps=self.eps).T
#+         return (self.weight * out + self.bias).reshape(x.shape)

# %% instance_norm | not allowed
# F.instance_norm
#-         mean = x.mean(dim=-1, keepdim=True)
#+         mean = x.mean(dim=-1, keepdim=True)
#+         rows = x.reshape(1, -1, x.shape[-1])
#+         out = nn.functional.instance_norm(rows, eps=self.eps).reshape(x.shape)
#+         return self.weight * out + self.bias

# %% rms_norm | not allowed
# F.rms_norm of the centred vector
#-         mean = x.mean(dim=-1, keepdim=True)
#+         mean = x.mean(dim=-1, keepdim=True)
#+         out = nn.functional.rms_norm(x - mean, x.shape[-1:], eps=self.eps)
#+         return self.weight * out + self.bias

# %% module | not allowed
# nn.LayerNorm made in forward
#-         mean = x.mean(dim=-1, keepdim=True)
#+         mean = x.mean(dim=-1, keepdim=True)
#+         layer = nn.LayerNorm(x.shape[-1], self.eps, elementwise_affine=False)
#+         return self.weight * layer(x) + self.bias

# %% by_string | not allowed
# its name put together
#-         mean = x.mean(dim=-1, keepdim=True)
#+         mean = x.mean(dim=-1, keepdim=True)
#+         function = getattr(nn.functional, "layer" + "_norm")
#+         return function(x, x.shape[-1:], self.weight, self.bias, self.eps)

# %% own_layer_norm | allowed
# a helper of its own with the name of the library function
def layer_norm(x, weight, bias, eps):
    variance, mean = torch.var_mean(x, dim=-1, keepdim=True, correction=0)
    return weight * (x - mean) * torch.rsqrt(variance + eps) + bias


class LayerNorm(nn.Module):
    """Does what nn.functional.layer_norm does."""

    def __init__(self, d_model: int, eps: float = 1e-5) -> None:
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(d_model))
        self.bias = nn.Parameter(torch.zeros(d_model))

    def forward(self, x: Tensor) -> Tensor:
        return layer_norm(x, self.weight, self.bias, self.eps)
