#include "protocol.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void write_line(json_t *line) {
  json_dumpf(line, stdout, JSON_COMPACT);
  putchar('\n');
  fflush(stdout);
  json_decref(line);
}

static const char *text_of(json_t *object, const char *name) { return json_string_value(json_object_get(object, name)); }

static json_t *failure(const char *kind, const char *outcome, const char *message) {
  return json_pack("{s:s, s:s*, s:s}", "kind", kind, "outcome", outcome, "message", message);
}

// Replaces an integer by its digits.
static void show_integer(json_t *pet, const char *name) {
  json_t *value = json_object_get(pet, name);
  if (!json_is_integer(value)) return;
  char digits[32];
  snprintf(digits, sizeof digits, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
  json_object_set_new(pet, name, json_string(digits));
}

// Returns the pet with its integers as text; NULL if it is no pet. As an application with a struct would, it reads the fields by type.
static json_t *show(json_t *body) {
  json_int_t id, category_id;
  const char *name, *status = NULL;
  if (json_unpack(body, "{s:I, s:s, s:I, s?s}", "id", &id, "name", &name, "categoryId", &category_id, "status", &status) != 0) return NULL;
  json_t *pet = json_pack("{s:I, s:O, s:I, s:s*}", "id", id, "name", json_object_get(body, "name"), "categoryId", category_id, "status", status);
  show_integer(pet, "id");
  show_integer(pet, "categoryId");
  return pet;
}

static json_t *show_all(json_t *body) {
  if (!json_is_array(body)) return NULL;
  json_t *pets = json_array();
  size_t index;
  json_t *each;
  json_array_foreach(body, index, each) {
    json_t *pet = show(each);
    if (pet == NULL) return NULL;
    json_array_append_new(pets, pet);
  }
  return pets;
}

// Returns the Error body; NULL if the response has none.
static json_t *error_of(const char *text) {
  json_t *body = text == NULL ? NULL : json_loads(text, JSON_ALLOW_NUL, NULL);
  if (text_of(body, "code") != NULL && text_of(body, "message") != NULL) return body;
  json_decref(body);
  return NULL;
}

// Returns the member of the answer to a request: `ok` or `error`.
static json_t *answer(struct response response, const char *operation, bool is_head) {
  if (response.kind == NOT_SENT) return json_pack("{s:o}", "error", failure("transport", "not_sent", response.message));
  if (response.kind == OUTCOME_UNKNOWN) return json_pack("{s:o}", "error", failure("transport", "unknown", response.message));
  if (response.kind == TIMED_OUT) return json_pack("{s:o}", "error", failure("timeout", NULL, response.message));
  if (response.status < 200 || response.status > 299) {
    json_t *error = error_of(response.body);
    const char *code = text_of(error, "code"), *message = text_of(error, "message");
    json_t *told = json_pack("{s:{s:s, s:I, s:s*, s:s*}}", "error", "kind", "api", "status", (json_int_t)response.status, "code", code, "message", message);
    json_decref(error);
    return told;
  }
  if (is_head) return json_pack("{s:n}", "ok");
  json_error_t problem;
  json_t *body = json_loads(response.body == NULL ? "" : response.body, JSON_ALLOW_NUL, &problem);
  json_t *shown = body == NULL ? NULL : strcmp(operation, "listPets") == 0 ? show_all(body) : show(body);
  json_t *member = shown != NULL ? json_pack("{s:o}", "ok", shown)
                                 : json_pack("{s:o}", "error", failure("decode", NULL, body == NULL ? problem.text : "The body is no pet."));
  json_decref(body);
  return member;
}

static char *joined(const char *first, const char *second) {
  char *text = malloc(strlen(first) + strlen(second) + 1);
  return strcat(strcpy(text, first), second);
}

// Returns the path and the query of a request.
static char *target_of(const char *operation, json_t *given, percent_encode *encode) {
  const char *pet_id = text_of(given, "petId"), *limit = text_of(given, "limit"), *status = text_of(given, "status");
  if (pet_id != NULL) return joined("/pets/", pet_id);
  char *target = joined("/pets", "");
  if (strcmp(operation, "listPets") != 0) return target;
  const char *names[] = {"limit=", "status="}, *values[] = {limit, status};
  for (int each = 0; each < 2; each++) {
    if (values[each] == NULL) continue;
    char *longer = joined(target, strchr(target, '?') == NULL ? "?" : "&");
    char *named = joined(longer, names[each]), *encoded = encode(values[each]);
    free(target);
    target = joined(named, encoded);
    free(longer);
    free(named);
    free(encoded);
  }
  return target;
}

int serve(const char *name, const char *version, const char *capabilities, send_request *send, percent_encode *encode) {
  json_t *client = json_pack("{s:s, s:s, s:s}", "name", name, "version", version, "language", "c");
  write_line(json_pack("{s:i, s:o, s:o}", "protocol", 1, "client", client, "capabilities", json_loads(capabilities, 0, NULL)));
  char *line = NULL;
  size_t size = 0;
  while (getline(&line, &size, stdin) > 0) {
    json_t *read = json_loads(line, JSON_ALLOW_NUL, NULL), *given = json_object_get(read, "arguments");
    const char *operation = text_of(read, "operation"), *method = text_of(read, "method");
    char *base_url = joined(text_of(read, "baseUrl"), "");
    size_t length = strlen(base_url);
    if (base_url[length - 1] == '/') base_url[length - 1] = '\0';
    struct request request = {
        .base_url = base_url,
        .api_key = text_of(read, "apiKey"),
        .timeout_ms = json_integer_value(json_object_get(read, "timeoutMs")),
        .method = method != NULL ? method : strcmp(operation, "createPet") == 0 ? "POST" : "GET",
        .path = target_of(operation, given, encode),
    };
    if (strcmp(operation, "createPet") == 0) {
      json_t *pet = json_copy(given);
      json_object_set_new(pet, "categoryId", json_integer(strtoll(text_of(given, "categoryId"), NULL, 10)));
      request.body = json_dumps(pet, JSON_COMPACT);
      json_decref(pet);
    }
    struct response response = send(&request);
    json_t *line_out = answer(response, operation, strcmp(request.method, "HEAD") == 0);
    json_object_set(line_out, "id", json_object_get(read, "id"));
    write_line(line_out);
    free(response.body);
    free(request.body);
    free((char *)request.path);
    free(base_url);
    json_decref(read);
  }
  free(line);
  return 0;
}
