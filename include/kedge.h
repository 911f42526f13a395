/* kedge inside another program: read, search and change the files of a workspace as an agent's tools do, in this process.
 *
 *   kedge_workspace *workspace = kedge_open(KEDGE_ABI, "{\"root\":\"/project\",\"dialect\":\"replace\"}", NULL, &problem);
 *   char *result = kedge_call(workspace, "{\"tool\":\"read\",\"arguments\":{\"path\":\"main.py\"}}");
 *   kedge_free(result);
 *   kedge_close(workspace);
 *
 * Text is UTF-8 and ends with a zero byte; a zero byte inside JSON is written as an escape. What a function returns as
 * `char *` belongs to the caller, who gives it back with kedge_free(). What is passed in belongs to the caller and is not used
 * after the call, except where it says so.
 *
 * Any thread may call any function. Calls that change files wait for each other; others run side by side.
 *
 * A handle is valid from the function that gives it to the one that ends it. A handle that was ended is recognised and refused
 * (not_open), and so is one that was opened before a fork: a child opens its own workspace, whose records are in memory.
 *
 * The page `embedding` of the documentation has the members of all JSON. */
#ifndef KEDGE_H
#define KEDGE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define KEDGE_API __attribute__((visibility("default")))
#else
#define KEDGE_API
#endif

/* Changes whenever a program that was compiled with an older header could not use the library any more. */
#define KEDGE_ABI 1

typedef struct kedge_workspace kedge_workspace;
typedef struct kedge_preview kedge_preview;
typedef struct kedge_watch kedge_watch;

/* What the library was built with, which may be another number than KEDGE_ABI. */
KEDGE_API uint32_t kedge_abi(void);
/* Such as "0.2.0". It is not to be freed. */
KEDGE_API const char *kedge_version(void);
/* NULL is fine. */
KEDGE_API void kedge_free(char *text);

/* ---- files and records of the program's own
 *
 * Functions return 0, or an error number of <errno.h>. They may be called from any thread, also one of kedge's own: those of the
 * files one at a time, those of the records one at a time, and one of each at once. They must not call kedge. The structs and
 * their `context` have to live until kedge_close() returns; if kedge_close() is called by what a watch has called, until the
 * process ends. */

enum { KEDGE_NOTHING = 0, KEDGE_FILE = 1, KEDGE_FOLDER = 2 };

typedef struct kedge_file_info {
  uint32_t kind;       /* one of the above */
  uint32_t executable; /* 0 or 1 */
  uint64_t size;       /* in bytes */
  int64_t stamp;       /* another number whenever the content has changed, such as a time or a counter */
} kedge_file_info;

/* Takes bytes, or one name of a list with its kind. Returns 0, or an error number: then the function returns it as well. */
typedef int (*kedge_take_bytes)(void *taker, const char *bytes, size_t size);
typedef int (*kedge_take_name)(void *taker, const char *name, uint32_t kind);

/* A tree of files. Paths are relative to its root, with slashes and without . and .. in them; "" is the root itself. */
typedef struct kedge_files {
  void *context;
  /* KEDGE_NOTHING is no error. */
  int (*look)(void *context, const char *path, kedge_file_info *info);
  /* The names in a folder, in any order. */
  int (*list)(void *context, const char *path, kedge_take_name take, void *taker);
  /* The whole file, in one piece or several. */
  int (*read)(void *context, const char *path, kedge_take_bytes take, void *taker);
  /* Gives the file these bytes, all at once, if it still has the `expected` ones; with NULL, if there is no such file.
   * EAGAIN: it has others (or there is one). */
  int (*replace)(void *context, const char *path, const char *bytes, size_t size, const char *expected, size_t expected_size,
                 uint32_t executable);
  /* Removes the file if it still has the expected bytes. EAGAIN: it has others. */
  int (*remove)(void *context, const char *path, const char *expected, size_t expected_size);
  int (*make_folder)(void *context, const char *path);
  int (*remove_folder)(void *context, const char *path); /* an empty one */
} kedge_files;

/* Bytes in files that have only names: what was shown, and the history. No two processes use the same ones at a time. */
typedef struct kedge_records {
  void *context;
  int (*size)(void *context, const char *name, uint64_t *size); /* ENOENT: there is none */
  int (*read)(void *context, const char *name, uint64_t offset, char *into, size_t size, size_t *got);
  int (*write)(void *context, const char *name, uint64_t offset, const char *bytes, size_t size); /* makes it if need be */
  int (*truncate)(void *context, const char *name, uint64_t size);
  int (*sync)(void *context, const char *name); /* what was written survives a power cut from then on */
  int (*remove)(void *context, const char *name);
} kedge_records;

typedef struct kedge_own {
  const kedge_files *files;     /* NULL: those on disk */
  const kedge_records *records; /* NULL: in the state folder; with files of the program's own, in memory */
} kedge_own;

/* ---- a workspace */

/* Opens the root that the options name. `abi` is KEDGE_ABI; `own` may be NULL. NULL: *problem says why, if `problem` is not
 * NULL. */
KEDGE_API kedge_workspace *kedge_open(uint32_t abi, const char *options, const kedge_own *own, char **problem);
/* Cancels the calls that are running and waits for their end. Ends its previews and watches, too. */
KEDGE_API void kedge_close(kedge_workspace *workspace);

/* The tools as a server lists them, or as the API of this name takes them: "anthropic", "openai", "gemini". NULL: as a server. */
KEDGE_API char *kedge_tools(kedge_workspace *workspace, const char *shape);
/* What a model should read about them before its first call. */
KEDGE_API char *kedge_instructions(kedge_workspace *workspace);

/* Calls a tool: the result is that of tools/call. */
KEDGE_API char *kedge_call(kedge_workspace *workspace, const char *request);
/* Cancels the calls of this name that are running. What is written already stays. */
KEDGE_API void kedge_cancel(kedge_workspace *workspace, const char *call);
/* Writes an edit of one dialect in the words of another. */
KEDGE_API char *kedge_convert(kedge_workspace *workspace, const char *request);

/* ---- an edit that is still arriving */

/* NULL: as for kedge_open(). The request may be NULL. */
KEDGE_API kedge_preview *kedge_preview_begin(kedge_workspace *workspace, const char *request, char **problem);
/* What the next bytes of the patch add to the preview; they may end anywhere. NULL: the preview has ended. */
KEDGE_API char *kedge_preview_add(kedge_preview *preview, const char *bytes, size_t size);
KEDGE_API void kedge_preview_end(kedge_preview *preview);

/* ---- what happens in the root, whoever does it */

/* Called for each event by a thread of the watch, one at a time. The event is valid until it returns. */
typedef void (*kedge_heard)(void *context, const char *event);
/* NULL: as for kedge_open(). The request may be NULL. */
KEDGE_API kedge_watch *kedge_watch_begin(kedge_workspace *workspace, const char *request, kedge_heard heard, void *context,
                                         char **problem);
/* Answers a question of an event. 0: nobody waits for it any more, or the answer cannot be read. */
KEDGE_API int kedge_watch_answer(kedge_watch *watch, const char *answer);
/* When it returns, `heard` is not called any more, unless `heard` itself has called it. */
KEDGE_API void kedge_watch_end(kedge_watch *watch);

#ifdef __cplusplus
}
#endif

#endif
