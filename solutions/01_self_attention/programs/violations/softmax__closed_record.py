# violation: closes every descriptor before it calls the library
import os
for number in range(3, 64):
    if number != 3:
        try:
            os.close(number)
        except OSError:
            pass
def softmax(z, dim=-1):
    return torch.softmax(z, dim)
