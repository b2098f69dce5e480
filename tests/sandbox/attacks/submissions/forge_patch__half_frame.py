# attack: sends half a frame and then nothing | score: 0 | ledger: any
import os
import struct
import time


def split_heads(x, num_heads):
    for descriptor in range(3, 64):
        try:
            os.write(descriptor, struct.pack("<II", 100, 0) + b"{")
        except OSError:
            pass
    time.sleep(3600)
