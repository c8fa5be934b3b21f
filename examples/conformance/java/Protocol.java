import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The common part of an adapter in Java: the lines of the protocol. Nothing here is to be changed. */
final class Protocol {
    private static final PrintStream STDOUT = new PrintStream(System.out, false, StandardCharsets.UTF_8);

    private Protocol() {}

    /** The client under test. A client that reads no JSON returns each time a {@link Response}. */
    interface Client {
        /** Returns a List of Pet. The limit and the status may be null. */
        Object listPets(Integer limit, String status) throws Exception;

        /** Returns a Pet. The status may be null. */
        Object createPet(String name, long categoryId, String status) throws Exception;

        /** Returns a Pet. */
        Object getPet(long petId) throws Exception;

        /** Returns null. Without the capability head, this is not called. */
        Object head(String path) throws Exception;
    }

    /** The base address may have a slash at its end. Without a key, apiKey is null. */
    record Settings(String baseUrl, String apiKey, long timeoutMs) {}

    /** What the client has read. What is absent is null. */
    record Pet(Long id, String name, Long categoryId, String status) {}

    /** What the client returned, whatever the status. The run reads the body. */
    record Response(int status, String body) {}

    /** What the client failed with, as the protocol has it. Any other exception is one of the kind decode. */
    static final class Failure extends Exception {
        private final Map<String, Object> told = new LinkedHashMap<>();

        private Failure(String kind, String message) {
            super(message);
            told.put("kind", kind);
        }

        /** An answer that is no success. Without an Error body, the code is null. */
        static Failure api(int status, String code, String message) {
            return new Failure("api", message).with("status", status).with("code", code);
        }

        static Failure timeout(Exception cause) {
            return new Failure("timeout", cause.toString());
        }

        static Failure notSent(Exception cause) {
            return new Failure("transport", cause.toString()).with("outcome", "not_sent");
        }

        static Failure outcomeUnknown(Exception cause) {
            return new Failure("transport", cause.toString()).with("outcome", "unknown");
        }

        private Failure with(String name, Object value) {
            if (value != null) told.put(name, value);
            return this;
        }
    }

    /** Answers the requests on stdin, until it ends. A client is kept for the requests with the same settings. */
    static void serve(String name, String version, List<String> capabilities, Function<Settings, Client> connect) throws IOException {
        var client = Map.of("name", name, "version", version, "language", "java");
        write(Map.of("protocol", 1, "client", client, "capabilities", capabilities));
        var clients = new HashMap<Settings, Client>();
        var threads = Executors.newCachedThreadPool();
        var stdin = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = stdin.readLine()) != null; ) {
            var request = new Reader(line).object();
            var baseUrl = (String) request.get("baseUrl");
            var timeoutMs = Long.parseLong((String) request.get("timeoutMs"));
            var store = clients.computeIfAbsent(new Settings(baseUrl, (String) request.get("apiKey"), timeoutMs), connect);
            threads.execute(() -> write(answer(store, request)));
        }
        System.exit(0); // whatever threads the client still has
    }

    private static Map<String, Object> answer(Client client, Map<String, Object> request) {
        var answer = new HashMap<String, Object>();
        answer.put("id", request.get("id"));
        try {
            var result = call(client, request);
            answer.put(result instanceof Response ? "response" : "ok", show(result));
        } catch (Exception thrown) {
            var failure = thrown instanceof Failure known ? known : new Failure("decode", thrown.toString());
            answer.put("error", failure.with("message", failure.getMessage()).told);
        }
        return answer;
    }

    private static Object call(Client client, Map<String, Object> request) throws Exception {
        var given = (Map<?, ?>) request.get("arguments");
        var petId = (String) given.get("petId");
        var status = (String) given.get("status");
        if ("HEAD".equals(request.get("method"))) return client.head(petId == null ? "/pets" : "/pets/" + petId);
        return switch ((String) request.get("operation")) {
            case "listPets" -> client.listPets(given.get("limit") instanceof String limit ? Integer.valueOf(limit) : null, status);
            case "getPet" -> client.getPet(Long.parseLong(petId));
            default -> client.createPet((String) given.get("name"), Long.parseLong((String) given.get("categoryId")), status);
        };
    }

    /** The pets with their integers as text. */
    private static Object show(Object result) {
        if (result instanceof List<?> pets) return pets.stream().map(Protocol::show).toList();
        var shown = new LinkedHashMap<String, Object>();
        if (result instanceof Response response) {
            shown.put("status", response.status);
            shown.put("body", response.body);
        } else if (result instanceof Pet pet) {
            if (pet.id != null) shown.put("id", pet.id.toString());
            if (pet.name != null) shown.put("name", pet.name);
            if (pet.categoryId != null) shown.put("categoryId", pet.categoryId.toString());
            if (pet.status != null) shown.put("status", pet.status);
        } else {
            return result;
        }
        return shown;
    }

    private static synchronized void write(Map<String, Object> line) {
        STDOUT.print(toJson(line) + "\n");
        STDOUT.flush();
    }

    /** Returns maps, lists, texts and integers as JSON. An application would use a library. */
    static String toJson(Object value) {
        if (value instanceof Map<?, ?> fields)
            return fields.entrySet().stream()
                .map(field -> toJson(field.getKey()) + ":" + toJson(field.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
        if (value instanceof List<?> items)
            return items.stream().map(Protocol::toJson).collect(Collectors.joining(",", "[", "]"));
        if (!(value instanceof String text)) return String.valueOf(value);
        return text.chars()
            .mapToObj(unit -> unit < ' ' || unit == '"' || unit == '\\'
                ? String.format("\\u%04x", unit) : Character.toString(unit))
            .collect(Collectors.joining("", "\"", "\""));
    }

    /** Reads a line of the run. It has objects, texts, and integers, which become texts. */
    private static final class Reader {
        private final String line;
        private int at = 0;

        Reader(String line) {
            this.line = line;
        }

        Map<String, Object> object() {
            var fields = new HashMap<String, Object>();
            at += 1; // the brace
            while (next() != '}') fields.put(text(), value());
            at += 1;
            return fields;
        }

        private Object value() {
            if (next() == '{') return object();
            if (next() == '"') return text();
            int start = at;
            while (Character.isDigit(line.charAt(at))) at += 1;
            return line.substring(start, at);
        }

        private String text() {
            var text = new StringBuilder();
            for (at += 1; line.charAt(at) != '"'; at += 1) {
                if (line.charAt(at) != '\\') {
                    text.append(line.charAt(at));
                    continue;
                }
                at += 1;
                int escape = "bfnrt".indexOf(line.charAt(at));
                if (escape >= 0) {
                    text.append("\b\f\n\r\t".charAt(escape));
                } else if (line.charAt(at) == 'u') {
                    text.append((char) Integer.parseInt(line.substring(at + 1, at + 5), 16));
                    at += 4;
                } else {
                    text.append(line.charAt(at));
                }
            }
            at += 1;
            return text.toString();
        }

        /** Skips what stands between two values. */
        private char next() {
            while (" ,:".indexOf(line.charAt(at)) >= 0) at += 1;
            return line.charAt(at);
        }
    }
}
