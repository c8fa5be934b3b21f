// What the adapters in C share: the lines of the protocol, around a client with three operations.
#include <stddef.h>

// What a client is called with. What is absent is NULL.
struct request {
  const char *base_url; // perhaps with a slash at its end
  const char *api_key;
  long timeout_ms;
  const char *method;
  const char *path; // without its query
  const char *limit;
  const char *status;
  char *body; // JSON
};

// What became of a request. The body is the caller's to free; NULL if there is none.
struct response {
  const char *kind; // NULL if there is a response, as the protocol has it if there is none
  const char *outcome; // if it is known
  const char *message; // if there is no response
  long status;
  char *body;
  size_t size;
};

typedef struct response send_request(const struct request *request);

// Answers the requests on stdin, until it ends.
int serve(const char *name, const char *version, const char *capabilities, send_request *send);
