/* An edit and its undo through kedge.h: example ROOT. ROOT has a file server.conf with the line "port = 80". */
#include <kedge.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;

/* Prints the result of a call and gives it back. */
static void call(kedge_workspace *workspace, const char *request, const char *expected) {
  char *result = kedge_call(workspace, request);
  printf("%s\n  -> %.160s\n", request, result);
  if (strstr(result, expected) == NULL) {
    printf("  expected: %s\n", expected);
    ++failures;
  }
  kedge_free(result);
}

int main(int count, char **words) {
  char options[4200];
  char *problem = NULL;
  if (count != 2 || kedge_abi() != KEDGE_ABI) return 2;
  snprintf(options, sizeof options, "{\"root\":\"%.4000s\",\"dialect\":\"replace\",\"client\":\"example in C\"}", words[1]);
  kedge_workspace *workspace = kedge_open(KEDGE_ABI, options, NULL, &problem);
  if (workspace == NULL) {
    printf("not opened: %s\n", problem);
    kedge_free(problem);
    return 1;
  }
  printf("kedge %s\n", kedge_version());
  call(workspace, "{\"verb\":\"read\",\"arguments\":{\"path\":\"server.conf\"}}", "port = 80");
  call(workspace,
       "{\"tool\":\"edit\",\"arguments\":{\"path\":\"server.conf\",\"old_string\":\"port = 80\",\"new_string\":\"port = 8080\"}}",
       "port = 8080");
  /* What is refused says what to send instead, and changes nothing. */
  call(workspace,
       "{\"tool\":\"edit\",\"arguments\":{\"path\":\"server.conf\",\"old_string\":\"host = a\",\"new_string\":\"host = b\"}}",
       "\"isError\":true");
  call(workspace, "{\"verb\":\"undo\"}", "server.conf");
  kedge_close(workspace);
  call(workspace, "{\"verb\":\"undo\"}", "not_open"); /* a closed handle is known to be none */
  return failures == 0 ? 0 : 1;
}
