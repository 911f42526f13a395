/* kedge.h for Node: text in and out, calls in Node's own pool of threads. index.mjs makes it pleasant. */
#define _POSIX_C_SOURCE 200809L
#define NAPI_VERSION 8
#include <node_api.h>
#include <stdlib.h>
#include <string.h>

#include "kedge.h"

/* ---- values */

static napi_value thrown(napi_env env, const char *message) {
  napi_throw_error(env, NULL, message);
  return NULL;
}

/* A copy of a string argument, or NULL. */
static char *text_of(napi_env env, napi_value value, size_t *size) {
  size_t length = 0;
  if (napi_get_value_string_utf8(env, value, NULL, 0, &length) != napi_ok) return NULL;
  char *text = malloc(length + 1);
  if (text != NULL) napi_get_value_string_utf8(env, value, text, length + 1, &length);
  if (size != NULL) *size = length;
  return text;
}

static napi_value text_value(napi_env env, const char *text) {
  napi_value value = NULL;
  if (text == NULL) {
    napi_get_null(env, &value);
  } else {
    napi_create_string_utf8(env, text, NAPI_AUTO_LENGTH, &value);
  }
  return value;
}

/* A handle of kedge is a number, and so it is here. */
static napi_value handle_value(napi_env env, const void *handle) {
  napi_value value = NULL;
  napi_create_bigint_uint64(env, (uint64_t)(uintptr_t)handle, &value);
  return value;
}
static void *handle_of(napi_env env, napi_value value) {
  uint64_t number = 0;
  bool lossless = true;
  napi_get_value_bigint_uint64(env, value, &number, &lossless);
  return (void *)(uintptr_t)number;
}

static void arguments_of(napi_env env, napi_callback_info info, size_t count, napi_value *values) {
  napi_value undefined = NULL;
  napi_get_undefined(env, &undefined);
  for (size_t i = 0; i < count; ++i) values[i] = undefined;
  napi_get_cb_info(env, info, &count, values, NULL, NULL);
}

/* ---- work in another thread */

enum task_kind { TASK_CALL, TASK_CONVERT, TASK_CLOSE };

typedef struct task {
  enum task_kind kind;
  void *handle;
  char *request;
  char *result;
  napi_async_work work;
  napi_deferred deferred;
} task;

static void do_task(napi_env env, void *data) {
  (void)env;
  task *own = data;
  switch (own->kind) {
    case TASK_CALL: own->result = kedge_call(own->handle, own->request); break;
    case TASK_CONVERT: own->result = kedge_convert(own->handle, own->request); break;
    case TASK_CLOSE: kedge_close(own->handle); break;
  }
}

static void end_task(napi_env env, napi_status status, void *data) {
  task *own = data;
  if (status == napi_ok) {
    napi_resolve_deferred(env, own->deferred, text_value(env, own->result));
  } else {
    napi_reject_deferred(env, own->deferred, text_value(env, "the call was not made: the process ends"));
  }
  napi_delete_async_work(env, own->work);
  kedge_free(own->result);
  free(own->request);
  free(own);
}

static napi_value begin_task(napi_env env, napi_callback_info info, enum task_kind kind, const char *name) {
  napi_value arguments[2];
  napi_value promise = NULL;
  napi_value label = NULL;
  arguments_of(env, info, 2, arguments);
  task *own = calloc(1, sizeof *own);
  if (own == NULL) return thrown(env, "not enough memory");
  own->kind = kind;
  own->handle = handle_of(env, arguments[0]);
  if (kind != TASK_CLOSE) {
    own->request = text_of(env, arguments[1], NULL);
    if (own->request == NULL) {
      free(own);
      return thrown(env, "the request is no string");
    }
  }
  napi_create_string_utf8(env, name, NAPI_AUTO_LENGTH, &label);
  napi_create_promise(env, &own->deferred, &promise);
  napi_create_async_work(env, NULL, label, do_task, end_task, own, &own->work);
  napi_queue_async_work(env, own->work);
  return promise;
}

static napi_value js_call(napi_env env, napi_callback_info info) { return begin_task(env, info, TASK_CALL, "kedge.call"); }
static napi_value js_convert(napi_env env, napi_callback_info info) {
  return begin_task(env, info, TASK_CONVERT, "kedge.convert");
}
static napi_value js_close(napi_env env, napi_callback_info info) { return begin_task(env, info, TASK_CLOSE, "kedge.close"); }

/* ---- what takes no time */

static napi_value js_call_sync(napi_env env, napi_callback_info info) {
  napi_value arguments[2];
  arguments_of(env, info, 2, arguments);
  char *request = text_of(env, arguments[1], NULL);
  if (request == NULL) return thrown(env, "the request is no string");
  char *result = kedge_call(handle_of(env, arguments[0]), request);
  napi_value value = text_value(env, result);
  kedge_free(result);
  free(request);
  return value;
}

/* The handle, or the problem as a string. */
static napi_value handle_or_problem(napi_env env, const void *handle, char *problem) {
  napi_value value = handle != NULL ? handle_value(env, handle) : text_value(env, problem != NULL ? problem : "{}");
  kedge_free(problem);
  return value;
}

static napi_value js_open(napi_env env, napi_callback_info info) {
  napi_value arguments[1];
  arguments_of(env, info, 1, arguments);
  char *options = text_of(env, arguments[0], NULL);
  if (options == NULL) return thrown(env, "the options are no string");
  char *problem = NULL;
  kedge_workspace *workspace = kedge_open(KEDGE_ABI, options, NULL, &problem);
  free(options);
  return handle_or_problem(env, workspace, problem);
}

static napi_value js_tools(napi_env env, napi_callback_info info) {
  napi_value arguments[2];
  arguments_of(env, info, 2, arguments);
  char *shape = text_of(env, arguments[1], NULL); /* NULL if it is undefined */
  char *tools = kedge_tools(handle_of(env, arguments[0]), shape);
  napi_value value = text_value(env, tools);
  kedge_free(tools);
  free(shape);
  return value;
}

static napi_value js_instructions(napi_env env, napi_callback_info info) {
  napi_value arguments[1];
  arguments_of(env, info, 1, arguments);
  char *text = kedge_instructions(handle_of(env, arguments[0]));
  napi_value value = text_value(env, text);
  kedge_free(text);
  return value;
}

static napi_value js_cancel(napi_env env, napi_callback_info info) {
  napi_value arguments[2];
  arguments_of(env, info, 2, arguments);
  char *call = text_of(env, arguments[1], NULL);
  kedge_cancel(handle_of(env, arguments[0]), call);
  free(call);
  return NULL;
}

static napi_value js_preview_begin(napi_env env, napi_callback_info info) {
  napi_value arguments[2];
  arguments_of(env, info, 2, arguments);
  char *request = text_of(env, arguments[1], NULL);
  char *problem = NULL;
  kedge_preview *preview = kedge_preview_begin(handle_of(env, arguments[0]), request, &problem);
  free(request);
  return handle_or_problem(env, preview, problem);
}

static napi_value js_preview_add(napi_env env, napi_callback_info info) {
  napi_value arguments[2];
  size_t size = 0;
  arguments_of(env, info, 2, arguments);
  char *bytes = text_of(env, arguments[1], &size);
  if (bytes == NULL) return thrown(env, "the piece is no string");
  char *shown = kedge_preview_add(handle_of(env, arguments[0]), bytes, size);
  napi_value value = text_value(env, shown);
  kedge_free(shown);
  free(bytes);
  return value;
}

static napi_value js_preview_end(napi_env env, napi_callback_info info) {
  napi_value arguments[1];
  arguments_of(env, info, 1, arguments);
  kedge_preview_end(handle_of(env, arguments[0]));
  return NULL;
}

/* ---- events */

/* In Node's own thread. */
static void deliver(napi_env env, napi_value heard, void *context, void *data) {
  (void)context;
  char *event = data;
  if (env != NULL) {
    napi_value global = NULL;
    napi_value argument = text_value(env, event);
    napi_get_global(env, &global);
    napi_call_function(env, global, heard, 1, &argument, NULL);
  }
  free(event);
}

/* A watch with the function that its events go to. The environment may end before it does. */
typedef struct heard_watch {
  kedge_watch *watch;
  napi_threadsafe_function function;
} heard_watch;

static void end_with_environment(void *data) {
  heard_watch *own = data;
  kedge_watch_end(own->watch);
  own->watch = NULL;
}

/* In the thread of the watch. */
static void hear(void *context, const char *event) {
  char *copy = strdup(event);
  if (copy != NULL && napi_call_threadsafe_function(context, copy, napi_tsfn_nonblocking) != napi_ok) free(copy);
}

static napi_value js_watch_begin(napi_env env, napi_callback_info info) {
  napi_value arguments[3];
  napi_value label = NULL;
  napi_threadsafe_function function = NULL;
  arguments_of(env, info, 3, arguments);
  char *request = text_of(env, arguments[1], NULL);
  napi_create_string_utf8(env, "kedge.watch", NAPI_AUTO_LENGTH, &label);
  if (napi_create_threadsafe_function(env, arguments[2], NULL, label, 0, 1, NULL, NULL, NULL, deliver, &function) != napi_ok) {
    free(request);
    return thrown(env, "there is no function to call");
  }
  char *problem = NULL;
  kedge_watch *watch = kedge_watch_begin(handle_of(env, arguments[0]), request, hear, function, &problem);
  free(request);
  if (watch == NULL) {
    napi_release_threadsafe_function(function, napi_tsfn_abort);
    return handle_or_problem(env, NULL, problem);
  }
  /* Hearing alone keeps no process alive. */
  napi_unref_threadsafe_function(env, function);
  heard_watch *own = calloc(1, sizeof *own);
  if (own == NULL) {
    kedge_watch_end(watch);
    return thrown(env, "not enough memory");
  }
  own->watch = watch;
  own->function = function;
  napi_add_env_cleanup_hook(env, end_with_environment, own);
  napi_value pair = NULL;
  napi_create_array_with_length(env, 2, &pair);
  napi_set_element(env, pair, 0, handle_value(env, watch));
  napi_set_element(env, pair, 1, handle_value(env, own));
  return pair;
}

static napi_value js_watch_answer(napi_env env, napi_callback_info info) {
  napi_value arguments[2];
  napi_value value = NULL;
  arguments_of(env, info, 2, arguments);
  char *answer = text_of(env, arguments[1], NULL);
  napi_get_boolean(env, kedge_watch_answer(handle_of(env, arguments[0]), answer) != 0, &value);
  free(answer);
  return value;
}

static napi_value js_watch_end(napi_env env, napi_callback_info info) {
  napi_value arguments[2];
  arguments_of(env, info, 2, arguments);
  heard_watch *own = handle_of(env, arguments[1]);
  napi_remove_env_cleanup_hook(env, end_with_environment, own);
  kedge_watch_end(own->watch);
  napi_release_threadsafe_function(own->function, napi_tsfn_abort);
  free(own);
  return NULL;
}

static napi_value begin(napi_env env, napi_value exports) {
  static const struct {
    const char *name;
    napi_callback function;
  } functions[] = {
      {"open", js_open},
      {"close", js_close},
      {"call", js_call},
      {"callSync", js_call_sync},
      {"cancel", js_cancel},
      {"convert", js_convert},
      {"tools", js_tools},
      {"instructions", js_instructions},
      {"previewBegin", js_preview_begin},
      {"previewAdd", js_preview_add},
      {"previewEnd", js_preview_end},
      {"watchBegin", js_watch_begin},
      {"watchAnswer", js_watch_answer},
      {"watchEnd", js_watch_end},
  };
  if (kedge_abi() != KEDGE_ABI) return thrown(env, "libkedge.so is of another version of the interface");
  for (size_t i = 0; i < sizeof functions / sizeof functions[0]; ++i) {
    napi_value function = NULL;
    napi_create_function(env, functions[i].name, NAPI_AUTO_LENGTH, functions[i].function, NULL, &function);
    napi_set_named_property(env, exports, functions[i].name, function);
  }
  napi_set_named_property(env, exports, "version", text_value(env, kedge_version()));
  return exports;
}

NAPI_MODULE(kedge, begin)
