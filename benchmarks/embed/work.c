/* Calls of kedge.h, timed: work ROOT DURABILITY. A line "reads N" or "edits N" is answered with the milliseconds that N calls took. */
#define _POSIX_C_SOURCE 200809L
#include <kedge.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

int main(int count, char **words) {
  char request[1000];
  char kind[16];
  int calls = 0;
  long made = 0;
  if (count != 3) return 2;
  snprintf(request, sizeof request, "{\"root\":\"%s\",\"dialect\":\"replace\",\"durability\":\"%s\"}", words[1], words[2]);
  kedge_workspace *workspace = kedge_open(KEDGE_ABI, request, NULL, NULL);
  if (workspace == NULL) return 1;
  while (scanf("%15s %d", kind, &calls) == 2) {
    const double start = now();
    for (int i = 0; i < calls; ++i) {
      if (strcmp(kind, "reads") == 0) {
        snprintf(request, sizeof request, "{\"tool\":\"read\",\"arguments\":{\"path\":\"file.txt\",\"start\":%d,\"end\":%d}}", i % 900 + 1, i % 900 + 50);
      } else {
        const long line = made % 1000, round = made / 1000;
        snprintf(request, sizeof request,
                 "{\"tool\":\"edit\",\"arguments\":{\"path\":\"file.txt\",\"old_string\":\"value %ld = %ld;\",\"new_string\":\"value %ld = %ld;\"}}", line,
                 round, line, round + 1);
        ++made;
      }
      char *result = kedge_call(workspace, request);
      if (result == NULL || strstr(result, "\"isError\":true") != NULL) {
        fprintf(stderr, "%s\n", result != NULL ? result : "no memory");
        return 1;
      }
      kedge_free(result);
    }
    printf("%f\n", now() - start);
    fflush(stdout);
  }
  kedge_close(workspace);
  return 0;
}
