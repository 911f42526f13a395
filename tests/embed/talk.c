/* Tools called through kedge.h, one line each: talk. A line is a word, a blank and JSON: "open OPTIONS", "call REQUEST", "close".
 * The answer is one line. */
#define _POSIX_C_SOURCE 200809L
#include <kedge.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  kedge_workspace *workspace = NULL;
  char *line = NULL;
  size_t room = 0;
  for (ssize_t size = 0; (size = getline(&line, &room, stdin)) > 0;) {
    if (line[size - 1] == '\n') line[size - 1] = '\0';
    char *problem = NULL;
    char *result = NULL;
    if (strncmp(line, "open ", 5) == 0) {
      workspace = kedge_open(KEDGE_ABI, line + 5, NULL, &problem);
    } else if (strncmp(line, "call ", 5) == 0) {
      result = kedge_call(workspace, line + 5);
    } else {
      kedge_close(workspace);
      workspace = NULL;
    }
    puts(result != NULL ? result : problem != NULL ? problem : "{}");
    fflush(stdout);
    kedge_free(result);
    kedge_free(problem);
  }
  free(line);
  kedge_close(workspace);
  return 0;
}
