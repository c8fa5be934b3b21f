import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** An adapter for the conformance run: an ordinary client over java.net.http. */
public final class Adapter {

    // --- The client under test: put yours here. ---

    record Pet(long id, String name, long categoryId, String status) {
        static Pet of(Object body) {
            var fields = (Map<?, ?>) body;
            return new Pet(
                integer(fields.get("id")),
                Objects.requireNonNull((String) fields.get("name"), "name"),
                integer(fields.get("categoryId")),
                (String) fields.get("status"));
        }

        private static long integer(Object number) {
            return ((BigDecimal) number).longValueExact(); // also of 1.0 and 1e2
        }
    }

    /** An answer that is no success. Without an Error body, its code is null. */
    static final class ApiException extends Exception {
        final int status;
        final String code;

        ApiException(int status, String code, String message) {
            super(message);
            this.status = status;
            this.code = code;
        }
    }

    record PetStore(HttpClient http, String baseUrl, String apiKey, long timeoutMs) {
        List<Pet> listPets(Map<String, String> query) throws Exception {
            var parameters = query.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + URLEncoder.encode(entry.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
            var pets = (List<?>) Json.read(send(request(parameters.isEmpty() ? "/pets" : "/pets?" + parameters)));
            return pets.stream().map(Pet::of).toList();
        }

        /** The status may be null. */
        Pet createPet(String name, long categoryId, String status) throws Exception {
            var pet = new LinkedHashMap<String, Object>(Map.of("name", name, "categoryId", categoryId));
            if (status != null) pet.put("status", status);
            return Pet.of(Json.read(send(request("/pets")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(Json.write(pet))))));
        }

        Pet getPet(long petId) throws Exception {
            return Pet.of(Json.read(send(request("/pets/" + petId))));
        }

        /** Whether the path answers, without its body. */
        void head(String path) throws Exception {
            send(request(path).method("HEAD", BodyPublishers.noBody()));
        }

        private HttpRequest.Builder request(String path) {
            var request = HttpRequest.newBuilder(URI.create(baseUrl.replaceFirst("/$", "") + path))
                .header("Accept", "application/json");
            return apiKey == null ? request : request.header("Authorization", "Bearer " + apiKey);
        }

        private String send(HttpRequest.Builder request) throws Exception {
            var exchange = http.sendAsync(request.build(), BodyHandlers.ofByteArray());
            try {
                // HttpRequest's own timeout ends with the headers.
                var response = exchange.get(timeoutMs, TimeUnit.MILLISECONDS);
                // ofString would read bytes that are no UTF-8 as U+FFFD.
                var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(response.body())).toString();
                if (response.statusCode() / 100 == 2) return text;
                throw failure(response.statusCode(), text);
            } catch (ExecutionException failed) {
                throw failed.getCause() instanceof IOException cause ? cause : failed;
            } finally {
                exchange.cancel(true); // if it has not ended
            }
        }

        private static ApiException failure(int status, String body) {
            try {
                var error = (Map<?, ?>) Json.read(body);
                return new ApiException(status, (String) error.get("code"), (String) error.get("message"));
            } catch (IllegalArgumentException | ClassCastException | NullPointerException none) { // not every answer has an Error body
                return new ApiException(status, null, "The server answered " + status + ".");
            }
        }
    }

    /** The JDK has no JSON: an application would use a library. Objects are maps, and numbers exact. */
    static final class Json {
        private static final Pattern SCALAR =
            Pattern.compile("true|false|null|-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
        private static final Pattern ESCAPE = Pattern.compile("[\"\\\\/bfnrt]|u([0-9a-fA-F]{4})");
        private final String text;
        private int at;

        private Json(String text) {
            this.text = text;
        }

        /** @throws IllegalArgumentException if it is not JSON */
        static Object read(String text) {
            var json = new Json(text.startsWith("\ufeff") ? text.substring(1) : text); // RFC 8259, section 8.1
            var value = json.value();
            json.skipSpace();
            if (json.at < json.text.length()) throw json.unexpected();
            return value;
        }

        private Object value() {
            if (skip('[')) {
                var items = new ArrayList<>();
                if (skip(']')) return items;
                do items.add(value()); while (skip(','));
                expect(']');
                return items;
            }
            if (skip('{')) {
                var fields = new HashMap<String, Object>();
                if (skip('}')) return fields;
                do {
                    expect('"');
                    var name = string();
                    expect(':');
                    fields.put(name, value());
                } while (skip(','));
                expect('}');
                return fields;
            }
            if (skip('"')) return string();
            var scalar = SCALAR.matcher(text).region(at, text.length());
            if (!scalar.lookingAt()) throw unexpected();
            at = scalar.end();
            return switch (scalar.group()) {
                case "true" -> true;
                case "false" -> false;
                case "null" -> null;
                default -> new BigDecimal(scalar.group());
            };
        }

        private String string() {
            var string = new StringBuilder();
            while (at < text.length() && text.charAt(at) >= ' ') {
                char character = text.charAt(at++);
                if (character == '"') return string.toString();
                if (character != '\\') {
                    string.append(character);
                    continue;
                }
                var escape = ESCAPE.matcher(text).region(at, text.length());
                if (!escape.lookingAt()) throw unexpected();
                at = escape.end();
                string.append(escape.group(1) == null
                    ? "\"\\/\b\f\n\r\t".charAt("\"\\/bfnrt".indexOf(escape.group()))
                    : (char) HexFormat.fromHexDigits(escape.group(1)));
            }
            throw unexpected();
        }

        private void skipSpace() {
            while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
        }

        /** Skips white space, and a character if it is the next one. */
        private boolean skip(char character) {
            skipSpace();
            if (at == text.length() || text.charAt(at) != character) return false;
            at++;
            return true;
        }

        private void expect(char character) {
            if (!skip(character)) throw unexpected();
        }

        private IllegalArgumentException unexpected() {
            return new IllegalArgumentException("Not JSON at character " + at + ".");
        }

        static String write(Object value) {
            if (value instanceof Map<?, ?> fields)
                return fields.entrySet().stream()
                    .map(field -> write(field.getKey()) + ":" + write(field.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
            if (value instanceof List<?> items)
                return items.stream().map(Json::write).collect(Collectors.joining(",", "[", "]"));
            if (!(value instanceof String string)) return String.valueOf(value);
            return string.chars()
                .mapToObj(unit -> unit < ' ' || unit > '~' || unit == '"' || unit == '\\'
                    ? String.format("\\u%04x", unit) : Character.toString(unit))
                .collect(Collectors.joining("", "\"", "\""));
        }
    }

    // --- The adapter: a request is a line of JSON on stdin, its answer a line on stdout. ---

    // The store closes a connection that offers HTTP/2, which is the default.
    private static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @SuppressWarnings("unchecked")
    private static Object call(Map<?, ?> request) throws Exception {
        var timeoutMs = ((BigDecimal) request.get("timeoutMs")).longValueExact();
        var store = new PetStore(HTTP, (String) request.get("baseUrl"), (String) request.get("apiKey"), timeoutMs);
        var given = (Map<String, String>) request.get("arguments");
        if ("HEAD".equals(request.get("method"))) {
            store.head(given.containsKey("petId") ? "/pets/" + given.get("petId") : "/pets");
            return null;
        }
        return switch ((String) request.get("operation")) {
            case "listPets" -> store.listPets(given).stream().map(Adapter::show).toList();
            case "getPet" -> show(store.getPet(Long.parseLong(given.get("petId"))));
            default -> show(
                store.createPet(given.get("name"), Long.parseLong(given.get("categoryId")), given.get("status")));
        };
    }

    private static Map<String, Object> show(Pet pet) {
        var shown = new HashMap<String, Object>();
        shown.put("id", Long.toString(pet.id));
        shown.put("name", pet.name);
        shown.put("categoryId", Long.toString(pet.categoryId));
        shown.put("status", pet.status);
        return shown;
    }

    /** What the client threw, as the protocol has it. */
    private static Map<String, Object> describe(Exception thrown) {
        var told = new HashMap<String, Object>(Map.of("message", String.valueOf(thrown)));
        if (thrown instanceof ApiException error) {
            told.put("kind", "api");
            told.put("status", error.status);
            told.put("code", error.code);
            told.put("message", error.getMessage());
        } else if (thrown instanceof TimeoutException) {
            told.put("kind", "timeout");
        } else if (thrown instanceof IOException && !(thrown instanceof CharacterCodingException)) {
            told.put("kind", "transport");
            told.put("outcome", thrown instanceof ConnectException ? "not_sent" : "unknown");
        } else {
            told.put("kind", "decode");
        }
        return told;
    }

    private static void write(Map<String, Object> line) {
        System.out.print(Json.write(line) + "\n"); // ASCII, whatever the locale
        System.out.flush();
    }

    public static void main(String[] arguments) throws IOException {
        var client = Map.of("name", "java.net.http", "version", Runtime.version().toString(), "language", "java");
        write(Map.of("protocol", 1, "client", client, "capabilities", List.of("timeout", "head")));
        var stdin = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = stdin.readLine()) != null; ) {
            var request = (Map<?, ?>) Json.read(line);
            var answer = new HashMap<String, Object>(Map.of("id", request.get("id")));
            try {
                answer.put("ok", call(request));
            } catch (Exception thrown) {
                answer.put("error", describe(thrown));
            }
            write(answer);
        }
    }
}
