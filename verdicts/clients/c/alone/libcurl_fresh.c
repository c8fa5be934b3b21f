/* libcurl alone, with CURLOPT_FRESH_CONNECT: cc -o build/alone alone/libcurl_fresh.c -lcurl && build/alone GET wait POST */
#include <curl/curl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
    CURL *curl = curl_easy_init();
    struct curl_slist *headers = curl_slist_append(NULL, "Authorization: Bearer secret");
    headers = curl_slist_append(headers, "Content-Type: application/json");
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "wait") == 0) {
            sleep(1);
            continue;
        }
        curl_easy_reset(curl);
        curl_easy_setopt(curl, CURLOPT_URL, "http://127.0.0.1:8080/v1/pets");
        curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
        curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 1L);
        curl_easy_setopt(curl, CURLOPT_FRESH_CONNECT, strcmp(argv[i], "POST") == 0 ? 1L : 0L);
        if (strcmp(argv[i], "POST") == 0) curl_easy_setopt(curl, CURLOPT_POSTFIELDS, "{\"name\":\"Rex\",\"categoryId\":1}");
        if (strcmp(argv[i], "HEAD") == 0) curl_easy_setopt(curl, CURLOPT_NOBODY, 1L);
        CURLcode code = curl_easy_perform(curl); /* it writes the body to stdout */
        long status = 0;
        curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
        printf("\n%s %ld %s\n", argv[i], status, curl_easy_strerror(code));
    }
    curl_easy_cleanup(curl);
    curl_slist_free_all(headers);
}
