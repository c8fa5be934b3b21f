// An adapter around libcurl, as its examples show it: one easy handle, which keeps its connections. With the argument "fresh", a creation
// opens a connection of its own.
#include "protocol.h"
#include <curl/curl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static CURL *curl;
static char message[CURL_ERROR_SIZE];
static bool is_fresh;

struct memory {
  char *bytes;
  size_t size;
};

static size_t append(char *bytes, size_t size, size_t count, void *into) {
  struct memory *memory = into;
  char *longer = realloc(memory->bytes, memory->size + size * count);
  if (longer == NULL) return 0;
  memory->bytes = longer;
  memcpy(memory->bytes + memory->size, bytes, size * count);
  memory->size += size * count;
  return size * count;
}

static struct response send_with_curl(const struct request *request) {
  struct memory memory = {0};
  struct curl_slist *headers = NULL;
  char url[4096], authorization[1024];
  const char *limit = request->limit;
  char *status = request->status != NULL ? curl_easy_escape(curl, request->status, 0) : NULL;
  int base_length = strlen(request->base_url);
  if (request->base_url[base_length - 1] == '/') base_length--;
  snprintf(url, sizeof url, "%.*s%s%s%s%s%s%s", base_length, request->base_url, request->path, limit ? "?limit=" : "", limit ? limit : "",
           status == NULL ? "" : limit ? "&" : "?", status ? "status=" : "", status ? status : "");
  curl_free(status);
  if (request->api_key != NULL) {
    snprintf(authorization, sizeof authorization, "Authorization: Bearer %s", request->api_key);
    headers = curl_slist_append(headers, authorization);
  }
  curl_easy_reset(curl); // the options, not the connections
  if (request->body != NULL) {
    headers = curl_slist_append(headers, "Content-Type: application/json");
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request->body);
    curl_easy_setopt(curl, CURLOPT_FRESH_CONNECT, is_fresh ? 1L : 0L);
  }
  if (strcmp(request->method, "HEAD") == 0) curl_easy_setopt(curl, CURLOPT_NOBODY, 1L);
  curl_easy_setopt(curl, CURLOPT_URL, url);
  curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, request->timeout_ms);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, append);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, &memory);
  curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, message);
  CURLcode code = curl_easy_perform(curl);
  curl_slist_free_all(headers);
  struct response response = {.body = memory.bytes, .size = memory.size};
  if (code == CURLE_OK) {
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &response.status);
    return response;
  }
  response.message = message[0] != '\0' ? message : curl_easy_strerror(code);
  response.kind = code == CURLE_OPERATION_TIMEDOUT ? "timeout" : "transport";
  if (code != CURLE_OPERATION_TIMEDOUT)
    response.outcome = code == CURLE_COULDNT_CONNECT || code == CURLE_COULDNT_RESOLVE_HOST ? "not_sent" : "unknown";
  return response;
}

int main(int count, char **arguments) {
  is_fresh = count > 1 && strcmp(arguments[1], "fresh") == 0;
  curl_global_init(CURL_GLOBAL_DEFAULT);
  curl = curl_easy_init();
  return serve("libcurl", curl_version_info(CURLVERSION_NOW)->version, "[\"timeout\", \"redirects\", \"head\"]", send_with_curl);
}
