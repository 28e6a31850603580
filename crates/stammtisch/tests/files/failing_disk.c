/*
 * A disk that fails when a test says so: preloaded into the server (LD_PRELOAD), it makes what the server writes below the folder
 * FAILING_DATA fail as long as a file of that name lies in the folder FAILING_DISK:
 *   full       writing: no space left
 *   unflushed  flushing: input/output error
 *   read_only  writing, and opening for writing: read-only file system
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

/* Whether the test says that this is to fail now. */
static int told(const char *fault) {
    const char *folder = getenv("FAILING_DISK");
    char path[PATH_MAX];
    int before = errno, there;
    if (!folder) return 0;
    snprintf(path, sizeof path, "%s/%s", folder, fault);
    there = access(path, F_OK) == 0;
    errno = before;
    return there;
}

/* Whether a path is in the data folder. */
static int inside(const char *path) {
    const char *data = getenv("FAILING_DATA");
    size_t n = data ? strlen(data) : 0;
    return n && strncmp(path, data, n) == 0 && (path[n] == '/' || !path[n]);
}

/* Whether an open file is in the data folder. */
static int concerns(int fd) {
    char link[64], path[PATH_MAX];
    ssize_t n;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    n = readlink(link, path, sizeof path - 1);
    if (n < 0) return 0;
    path[n] = 0;
    return inside(path);
}

/* Why writing to this file fails now; 0 if it does not. */
static int unwritable(int fd) {
    int why = told("full") ? ENOSPC : told("read_only") ? EROFS : 0;
    return why && concerns(fd) ? why : 0;
}

#define REAL(name, ...) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))(__VA_ARGS__)
#define FAIL_IF(why) do { int w = (why); if (w) { errno = w; return -1; } } while (0)

ssize_t write(int fd, const void *bytes, size_t n) { FAIL_IF(unwritable(fd)); return REAL(write, fd, bytes, n); }
ssize_t pwrite(int fd, const void *bytes, size_t n, off_t at) { FAIL_IF(unwritable(fd)); return REAL(pwrite, fd, bytes, n, at); }
ssize_t pwrite64(int fd, const void *bytes, size_t n, off64_t at) { FAIL_IF(unwritable(fd)); return REAL(pwrite64, fd, bytes, n, at); }
int ftruncate(int fd, off_t n) { FAIL_IF(unwritable(fd)); return REAL(ftruncate, fd, n); }
int ftruncate64(int fd, off64_t n) { FAIL_IF(unwritable(fd)); return REAL(ftruncate64, fd, n); }
int fsync(int fd) { FAIL_IF(told("unflushed") && concerns(fd) ? EIO : 0); return REAL(fsync, fd); }
int fdatasync(int fd) { FAIL_IF(told("unflushed") && concerns(fd) ? EIO : 0); return REAL(fdatasync, fd); }

/* Why opening fails now; 0 if it does not. */
static int unopenable(const char *path, int flags) {
    int writes = (flags & O_ACCMODE) != O_RDONLY || flags & O_CREAT;
    return writes && told("read_only") && inside(path) ? EROFS : 0;
}

#define OPEN(name) int name(const char *path, int flags, ...) { \
    va_list more; mode_t mode; \
    va_start(more, flags); mode = va_arg(more, mode_t); va_end(more); \
    FAIL_IF(unopenable(path, flags)); \
    return REAL(name, path, flags, mode); }
OPEN(open)
OPEN(open64)

#define OPENAT(name) int name(int at, const char *path, int flags, ...) { \
    va_list more; mode_t mode; \
    va_start(more, flags); mode = va_arg(more, mode_t); va_end(more); \
    FAIL_IF(unopenable(path, flags)); \
    return REAL(name, at, path, flags, mode); }
OPENAT(openat)
OPENAT(openat64)
