# violation: runs a program text that does not look like one
CODE = bytes(reversed(b")mid ,z(xamtfos.hcrot nruter    \n:)1-=mid ,z(xamtfos fed")).decode()
exec(CODE)
