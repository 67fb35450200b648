/* A library to preload: it makes one system call fail that changes files under a directory.
 *
 * FAIL_UNDER   the directory
 * FAIL_LOG     a file to which the name of each such call is written, "KIND FILE NUMBER": the kind of call, the kind of
 *              file, and how many calls of both there were before
 * FAIL_CALL    the name of the call that fails; none if it is not set
 * FAIL_ERROR   the error's number
 * FAIL_REST    if set, every later call that needs a working disk fails too
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct { char name[64]; int calls; } counted[256];
static int has_failed, log_file = -1;

/* The real function behind one of ours. */
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* The kind of a file: its ending, or the beginning of its name. */
static const char *kind_of(const char *path) {
    const char *name = strrchr(path, '/') + 1, *end = strchr(name, '.');
    if (strncmp(name, "MANIFEST-", 9) == 0) return "MANIFEST";
    if (strncmp(name, "OPTIONS-", 8) == 0) return "OPTIONS";
    if (strncmp(name, "LOG", 3) == 0) return "LOG";
    return end ? end : name;
}

/* Counts a call on a file; returns whether it is to fail, with errno set. */
static int fails(const char *kind, const char *path, int needs_disk) {
    const char *under = getenv("FAIL_UNDER"), *call = getenv("FAIL_CALL"), *log = getenv("FAIL_LOG");
    if (!under || strncmp(path, under, strlen(under)) != 0) return 0;
    char name[64], line[80];
    snprintf(name, sizeof name, "%s %s", kind, path[strlen(under)] ? kind_of(path) : "directory");
    pthread_mutex_lock(&lock);
    int at = 0;
    while (counted[at].name[0] && strcmp(counted[at].name, name) != 0 && at < 255) at++;
    strcpy(counted[at].name, name);
    snprintf(line, sizeof line, "%s %d", name, counted[at].calls++);
    int fail = call && strcmp(call, line) == 0;
    if (fail) has_failed = 1;
    fail |= has_failed && needs_disk && getenv("FAIL_REST");
    if (log && log_file < 0) log_file = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (log) dprintf(log_file, "%s\n", line);
    pthread_mutex_unlock(&lock);
    if (fail) errno = atoi(getenv("FAIL_ERROR"));
    return fail;
}

static int fails_on(const char *kind, int fd) {
    int before = errno;
    char link[32], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0 || path[0] != '/') return errno = before, 0;
    path[length] = 0;
    return fails(kind, path, 1);
}

static int fails_at(const char *kind, int folder, const char *name, int needs_disk) {
    char link[32], path[2 * PATH_MAX] = "";
    if (name[0] != '/' && folder != AT_FDCWD) {
        snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
        ssize_t length = readlink(link, path, PATH_MAX);
        strcpy(path + (length < 0 ? 0 : length), "/");
    }
    strncat(path, name, PATH_MAX - 1);
    return fails(kind, path, needs_disk);
}

#define ON_FILE(result, name, parameters, arguments) \
    result name parameters { return fails_on(#name, fd) ? -1 : REAL(name) arguments; }

ON_FILE(ssize_t, write, (int fd, const void *from, size_t count), (fd, from, count))
ON_FILE(ssize_t, pwrite, (int fd, const void *from, size_t count, off_t at), (fd, from, count, at))
ON_FILE(ssize_t, pwrite64, (int fd, const void *from, size_t count, off64_t at), (fd, from, count, at))
ON_FILE(ssize_t, writev, (int fd, const struct iovec *from, int count), (fd, from, count))
ON_FILE(ssize_t, pwritev, (int fd, const struct iovec *from, int count, off_t at), (fd, from, count, at))
ON_FILE(int, fsync, (int fd), (fd))
ON_FILE(int, fdatasync, (int fd), (fd))
ON_FILE(int, sync_file_range, (int fd, off64_t at, off64_t count, unsigned how), (fd, at, count, how))
ON_FILE(int, ftruncate, (int fd, off_t length), (fd, length))
ON_FILE(int, ftruncate64, (int fd, off64_t length), (fd, length))
ON_FILE(int, fallocate, (int fd, int how, off_t at, off_t count), (fd, how, at, count))
ON_FILE(int, fallocate64, (int fd, int how, off64_t at, off64_t count), (fd, how, at, count))

int rename(const char *from, const char *to) {
    return fails_at("rename", AT_FDCWD, to, 1) ? -1 : REAL(rename)(from, to);
}
int renameat(int in, const char *from, int folder, const char *to) {
    return fails_at("rename", folder, to, 1) ? -1 : REAL(renameat)(in, from, folder, to);
}
int link(const char *from, const char *to) {
    return fails_at("link", AT_FDCWD, to, 1) ? -1 : REAL(link)(from, to);
}
int unlink(const char *path) {
    return fails_at("unlink", AT_FDCWD, path, 0) ? -1 : REAL(unlink)(path);
}
int unlinkat(int folder, const char *path, int how) {
    return fails_at("unlink", folder, path, 0) ? -1 : REAL(unlinkat)(folder, path, how);
}
int mkdir(const char *path, mode_t mode) {
    return fails_at("mkdir", AT_FDCWD, path, 1) ? -1 : REAL(mkdir)(path, mode);
}
