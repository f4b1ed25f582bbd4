/* Running a program to its end. */
#include "internal.h"
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

extern char **environ;

static double seconds(struct timeval t) { return t.tv_sec + t.tv_usec * 1e-6; }

int raw_run(const char *const *words, double *wall, double *cpu) {
  posix_spawn_file_actions_t actions;
  pid_t child;
  int status;
  struct rusage usage;
  posix_spawn_file_actions_init(&actions);
  for (int i = 0; i < 3; i++)
    posix_spawn_file_actions_addopen(&actions, i, "/dev/null", i ? O_WRONLY : O_RDONLY, 0);
  double start = raw_wall_seconds();
  if (posix_spawn(&child, words[0], &actions, 0, (char *const *)words, environ))
    raw_fail(words[0], "cannot be started");
  CHECK(wait4(child, &status, 0, &usage) == child);
  *wall = raw_wall_seconds() - start;
  *cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  posix_spawn_file_actions_destroy(&actions);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}
