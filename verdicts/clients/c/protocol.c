#include "protocol.h"
#include <jansson.h>
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

// Returns bytes as base64. The caller frees it.
static char *base64_of(const char *bytes, size_t size) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  char *text = malloc(size / 3 * 4 + 5), *end = text;
  for (size_t at = 0; at < size; at += 3) {
    unsigned long bits = 0;
    for (size_t each = 0; each < 3; each++) bits = bits << 8 | (at + each < size ? (unsigned char)bytes[at + each] : 0);
    for (int each = 0; each < 4; each++) *end++ = digits[bits >> (18 - 6 * each) & 63];
    if (at + 2 >= size) end[-1] = '=';
    if (at + 1 >= size) end[-2] = '=';
  }
  *end = '\0';
  return text;
}

static json_t *answer_of(struct response response) {
  if (response.kind != NULL)
    return json_pack("{s:{s:s, s:s*, s:s}}", "error", "kind", response.kind, "outcome", response.outcome, "message", response.message);
  char *base64 = base64_of(response.body, response.size);
  json_t *answer = json_pack("{s:{s:I, s:s}}", "response", "status", (json_int_t)response.status, "base64", base64);
  free(base64);
  return answer;
}

int serve(const char *name, const char *version, const char *capabilities, send_request *send) {
  json_t *client = json_pack("{s:s, s:s, s:s}", "name", name, "version", version, "language", "c");
  write_line(json_pack("{s:i, s:o, s:o}", "protocol", 1, "client", client, "capabilities", json_loads(capabilities, 0, NULL)));
  char *line = NULL;
  size_t size = 0;
  while (getline(&line, &size, stdin) > 0) {
    json_t *read = json_loads(line, JSON_ALLOW_NUL, NULL), *given = json_object_get(read, "arguments");
    const char *operation = text_of(read, "operation"), *method = text_of(read, "method");
    const char *pet_id = text_of(given, "petId");
    bool is_creation = strcmp(operation, "createPet") == 0;
    char path[64];
    snprintf(path, sizeof path, pet_id != NULL ? "/pets/%s" : "/pets", pet_id);
    struct request request = {
        .base_url = text_of(read, "baseUrl"),
        .api_key = text_of(read, "apiKey"),
        .timeout_ms = json_integer_value(json_object_get(read, "timeoutMs")),
        .method = method != NULL ? method : is_creation ? "POST" : "GET",
        .path = path,
        .limit = text_of(given, "limit"),
        .status = is_creation ? NULL : text_of(given, "status"),
    };
    if (is_creation) {
      json_t *pet = json_copy(given);
      json_object_set_new(pet, "categoryId", json_integer(strtoll(text_of(given, "categoryId"), NULL, 10)));
      request.body = json_dumps(pet, JSON_COMPACT);
      json_decref(pet);
    }
    struct response response = send(&request);
    json_t *answer = answer_of(response);
    json_object_set(answer, "id", json_object_get(read, "id"));
    write_line(answer);
    free(response.body);
    free(request.body);
    json_decref(read);
  }
  free(line);
  return 0;
}
