/* A slow disk: every wait for it takes SLOW_DISK_MICROSECONDS longer, and how often that was is printed at the end.

   cc -shared -fPIC -O2 -o slow_disk.so slow_disk.c -ldl;  LD_PRELOAD=slow_disk.so SLOW_DISK_MICROSECONDS=5000 ... */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static unsigned long waits;

static int slowly(const char *name, int file) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    const char *microseconds = getenv("SLOW_DISK_MICROSECONDS");
    __atomic_add_fetch(&waits, 1, __ATOMIC_RELAXED);
    usleep(microseconds ? atoi(microseconds) : 0);
    return real(file);
}

int fsync(int file) { return slowly("fsync", file); }
int fdatasync(int file) { return slowly("fdatasync", file); }

__attribute__((destructor)) static void report(void) { fprintf(stderr, "slow disk: %lu waits\n", waits); }
