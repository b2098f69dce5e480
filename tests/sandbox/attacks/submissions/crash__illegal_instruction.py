# attack: runs an instruction that there is not | score: 0 | ledger: any
import ctypes
import mmap

code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
code.write(b"\x0f\x0b" if ctypes.sizeof(ctypes.c_void_p) == 8 else b"\x00")


def split_heads(x, num_heads):
    return ctypes.CFUNCTYPE(None)(ctypes.addressof(ctypes.c_char.from_buffer(code)))()
