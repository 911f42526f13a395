/* The floor for a durable replace: the same files, fsyncs and renames as a commit of one file, and nothing else. Nobody is
   locked out, nothing is compared, no metadata is kept.   plain_replace ROOT STATE NAME CONTENT-FILE */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int put(int folder, const char* name, const char* bytes, size_t size) {
  const int file = openat(folder, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (file < 0) return -1;
  const int failed = write(file, bytes, size) != (ssize_t)size || fsync(file) != 0;
  return close(file) != 0 || failed ? -1 : 0;
}

/* What was displaced stays for a while, as with kedge: a disk that is told of free blocks takes longer to forget a file than for
   all the rest. */
int plain_replace(int root, int state, const char* name, const char* bytes, size_t size) {
  enum { kept = 64 };
  static int count = 0;
  char record[400], staged[48], done[64];
  memset(record, 'r', sizeof record);
  snprintf(staged, sizeof staged, "%d-%d", (int)getpid(), ++count);
  snprintf(done, sizeof done, "%s.done", staged);
  if (put(state, staged, bytes, size) != 0 || put(state, "record.new", record, sizeof record) != 0) return -1;
  if (renameat(state, "record.new", state, "record") != 0 || fsync(state) != 0) return -1;
  if (renameat2(state, staged, root, name, RENAME_EXCHANGE) != 0 || fsync(root) != 0) return -1;
  if (renameat(state, "record", state, done) != 0) return -1;
  if (count <= kept) return 0;
  snprintf(staged, sizeof staged, "%d-%d", (int)getpid(), count - kept);
  snprintf(done, sizeof done, "%s.done", staged);
  return unlinkat(state, staged, 0) != 0 || unlinkat(state, done, 0) != 0 ? -1 : 0;
}

#ifndef PLAIN_REPLACE_WITHOUT_MAIN
int main(int count, char** words) {
  static char bytes[1 << 20];
  if (count != 5) return 2;
  const int root = open(words[1], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const int state = open(words[2], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const int content = open(words[4], O_RDONLY | O_CLOEXEC);
  const ssize_t size = read(content, bytes, sizeof bytes);
  if (size < 0 || plain_replace(root, state, words[3], bytes, (size_t)size) != 0) return 1;
  return puts("done") < 0;
}
#endif
