# attack: sets itself an alarm | score: any | ledger: any
import signal

try:
    signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
except OSError:
    pass
