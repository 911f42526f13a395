/* The floor for edits over MCP: a server that does for an edit what has to be done whoever does it. It reads the file, replaces the
   text, writes the same bytes, exchanges the names, appends a record as large as kedge's, and makes the same two rounds of syncs: the new
   file; then the folder beside the record. Nothing is locked, proven or compared, displaced files stay, and its JSON is that of the
   benchmark's client and no other.   plain_server ROOT STATE full|none */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { record_size = 13800, largest = 1 << 24 };
static char line[1 << 20], bytes[largest], edited[largest], record[record_size];
static int root, state, log_file, synced;
static sem_t log_is_due, log_is_done;

static int fail(const char* what) {
  perror(what);
  exit(1);
}

static void* sync_log(void* unused) {
  for (;;) {
    while (sem_wait(&log_is_due) != 0) {}
    if (fdatasync(log_file) != 0) fail("log");
    sem_post(&log_is_done);
  }
  return unused;
}

/* The string behind a key, without its escapes of newlines and quotes; its length. */
static size_t string_behind(const char* key, char* into, size_t room) {
  const char* at = strstr(line, key);
  size_t length = 0;
  if (at == NULL) return 0;
  for (at += strlen(key); *at != '\0' && *at != '"' && length + 1 < room; ++at) {
    into[length++] = *at != '\\' ? *at : *++at == 'n' ? '\n' : *at;
  }
  into[length] = '\0';
  return length;
}

static int edit_file(const char* path, const char* old, const char* new_text, size_t new_size) {
  static unsigned long count = 0;
  char staged[48];
  const int file = openat(root, path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  const ssize_t size = read(file, bytes, sizeof bytes - 1);
  close(file);
  if (size < 0) return -1;
  bytes[size] = '\0';
  const size_t old_size = strlen(old);
  const char* const found = memmem(bytes, (size_t)size, old, old_size);
  if (found == NULL) return -1;
  const size_t before = (size_t)(found - bytes), behind = (size_t)size - before - old_size;
  memcpy(edited, bytes, before);
  memcpy(edited + before, new_text, new_size);
  memcpy(edited + before + new_size, found + old_size, behind);

  snprintf(staged, sizeof staged, "%d-%lu", getpid(), ++count);
  const int next = openat(state, staged, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  const size_t all = before + new_size + behind;
  if (next < 0 || write(next, edited, all) != (ssize_t)all || (synced && fsync(next) != 0)) return -1;
  close(next);
  if (renameat2(state, staged, root, path, RENAME_EXCHANGE) != 0) return -1;
  if (write(log_file, record, sizeof record) != (ssize_t)sizeof record) return -1;
  if (synced) {
    sem_post(&log_is_due);
    const int failed = fsync(root);
    while (sem_wait(&log_is_done) != 0) {}
    if (failed != 0) return -1;
  }
  return 0;
}

static void answer(const char* id, const char* result) {
  printf("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\n", id, result);
  fflush(stdout);
}

int main(int count, char** words) {
  static char path[4096], old[1 << 16], new_text[1 << 16], method[64];
  if (count != 4) return 2;
  root = open(words[1], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  state = open(words[2], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  log_file = openat(state, "log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  synced = strcmp(words[3], "full") == 0;
  if (root < 0 || state < 0 || log_file < 0) return fail("open");
  memset(record, 'r', sizeof record);
  pthread_t thread;
  sem_init(&log_is_due, 0, 0);
  sem_init(&log_is_done, 0, 0);
  if (pthread_create(&thread, NULL, sync_log, NULL) != 0) return fail("thread");
  while (fgets(line, sizeof line, stdin) != NULL) {
    const char* const found = strstr(line, "\"id\":");
    if (found == NULL) continue;
    char id[24] = "";
    snprintf(id, sizeof id, "%ld", atol(found + 5));
    string_behind("\"method\":\"", method, sizeof method);
    if (strcmp(method, "tools/call") != 0) {
      answer(id, "{}");
      continue;
    }
    string_behind("\"path\":\"", path, sizeof path);
    string_behind("\"old_string\":\"", old, sizeof old);
    const size_t new_size = string_behind("\"new_string\":\"", new_text, sizeof new_text);
    const char* const name = strrchr(path, '/') == NULL ? path : strrchr(path, '/') + 1;
    const int failed = edit_file(name, old, new_text, new_size);
    answer(id, failed ? "{\"isError\":true,\"content\":[]}" : "{\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}");
  }
  return 0;
}
