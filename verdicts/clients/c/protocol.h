// What the adapters in C share: the lines of the protocol, around a client with three operations.
#include <jansson.h>

// What a client is called with. What is absent is NULL.
struct request {
  const char *base_url; // without a slash at its end
  const char *api_key;
  long timeout_ms;
  const char *method;
  const char *path; // with its query
  char *body; // JSON
};

enum kind { OK, API, NOT_SENT, OUTCOME_UNKNOWN, TIMED_OUT };

// What became of a request. The body is the caller's to free; NULL if there is none.
struct response {
  enum kind kind;
  long status; // if there is a response
  char *body;
  const char *message; // if there is no response
};

typedef struct response send_request(const struct request *request);
typedef char *percent_encode(const char *text); // the caller frees it

// Answers the requests on stdin, until it ends.
int serve(const char *name, const char *version, const char *capabilities, send_request *send, percent_encode *encode);
