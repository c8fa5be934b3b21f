import com.squareup.moshi.JsonAdapter;
import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonEncodingException;
import com.squareup.moshi.Moshi;
import com.squareup.moshi.Types;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** What the adapters in Java share: the lines of the protocol, around a client with three operations. */
public final class Protocol {
    static final Moshi MOSHI = new Moshi.Builder().build();
    static final JsonAdapter<Pet> PET = MOSHI.adapter(Pet.class);
    static final JsonAdapter<List<Pet>> PETS = MOSHI.adapter(Types.newParameterizedType(List.class, Pet.class));
    static final JsonAdapter<NewPet> NEW_PET = MOSHI.adapter(NewPet.class);
    private static final JsonAdapter<ErrorBody> ERROR = MOSHI.adapter(ErrorBody.class);
    private static final JsonAdapter<Request> REQUEST = MOSHI.adapter(Request.class);
    private static final JsonAdapter<Map<String, Object>> ANSWER = MOSHI
        .<Map<String, Object>>adapter(Types.newParameterizedType(Map.class, String.class, Object.class))
        .serializeNulls(); // the answer to HEAD

    public record Pet(Long id, String name, Long categoryId, String status) {}

    public record NewPet(String name, Long categoryId, String status) {}

    public record ErrorBody(String code, String message) {}

    /** Without a key, apiKey is null. */
    public record Settings(String baseUrl, String apiKey, Long timeoutMs) {}

    public record Request(String id, String operation, String method, String baseUrl, String apiKey, Long timeoutMs,
        Map<String, String> arguments) {}

    /** An answer that is no success. Without an Error body, its code is null. */
    static final class ApiException extends Exception {
        final int status;
        final String code;

        ApiException(int status, String body) {
            this(status, parse(body));
        }

        private ApiException(int status, ErrorBody body) {
            super(body == null || body.message == null ? "The server answered " + status + "." : body.message);
            this.status = status;
            this.code = body == null ? null : body.code;
        }

        private static ErrorBody parse(String body) {
            try {
                return ERROR.fromJson(body);
            } catch (IOException | JsonDataException none) { // not every answer has an Error body
                return null;
            }
        }
    }

    /** The client under test. */
    interface PetStore {
        /** An absent parameter is not in the query. */
        List<Pet> listPets(Map<String, String> query) throws Exception;

        Pet createPet(NewPet pet) throws Exception;

        Pet getPet(long petId) throws Exception;

        /** Whether the path answers, without its body. */
        void head(String path) throws Exception;
    }

    /** Answers the requests on stdin, until it ends. A client is kept for the requests with the same settings. */
    static void serve(String name, String version, List<String> capabilities, Function<Settings, PetStore> connect)
        throws IOException {
        var stdout = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        var client = Map.of("name", name, "version", version, "language", "java");
        stdout.println(ANSWER.toJson(Map.of("protocol", 1, "client", client, "capabilities", capabilities)));
        var stores = new HashMap<Settings, PetStore>();
        var threads = Executors.newCachedThreadPool();
        var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
            var request = REQUEST.fromJson(line);
            var baseUrl = request.baseUrl.replaceFirst("/$", "");
            var store = stores.computeIfAbsent(new Settings(baseUrl, request.apiKey, request.timeoutMs), connect);
            threads.submit(() -> stdout.println(ANSWER.toJson(answer(store, request))));
        }
        System.exit(0); // whatever threads the client still has
    }

    private static Map<String, Object> answer(PetStore store, Request request) {
        var answer = new HashMap<String, Object>(Map.of("id", request.id));
        try {
            answer.put("ok", call(store, request));
        } catch (Exception thrown) {
            answer.put("error", describe(thrown));
        }
        return answer;
    }

    private static Object call(PetStore store, Request request) throws Exception {
        var given = request.arguments;
        if ("HEAD".equals(request.method)) {
            store.head(given.containsKey("petId") ? "/pets/" + given.get("petId") : "/pets");
            return null;
        }
        return switch (request.operation) {
            case "listPets" -> store.listPets(given).stream().map(Protocol::show).toList();
            case "getPet" -> show(store.getPet(Long.parseLong(given.get("petId"))));
            default -> show(store.createPet(
                new NewPet(given.get("name"), Long.parseLong(given.get("categoryId")), given.get("status"))));
        };
    }

    /** The pet with its integers as text. */
    private static Map<String, String> show(Pet pet) {
        var shown = new HashMap<String, String>();
        if (pet.id != null) shown.put("id", pet.id.toString());
        if (pet.name != null) shown.put("name", pet.name);
        if (pet.categoryId != null) shown.put("categoryId", pet.categoryId.toString());
        if (pet.status != null) shown.put("status", pet.status);
        return shown;
    }

    /** What the client threw, as the protocol has it. */
    private static Map<String, Object> describe(Exception thrown) {
        var error = new HashMap<String, Object>();
        if (thrown.getMessage() != null) error.put("message", thrown.getMessage());
        if (thrown instanceof ApiException api) {
            error.putAll(Map.of("kind", "api", "status", api.status));
            if (api.code != null) error.put("code", api.code);
        } else if (thrown instanceof HttpTimeoutException || thrown instanceof InterruptedIOException) {
            error.put("kind", "timeout");
        } else if (thrown instanceof ConnectException) {
            error.putAll(Map.of("kind", "transport", "outcome", "not_sent"));
        } else if (thrown instanceof IOException && !isOfMoshi(thrown)) {
            error.putAll(Map.of("kind", "transport", "outcome", "unknown"));
        } else {
            error.put("kind", "decode");
        }
        return error;
    }

    private static boolean isOfMoshi(Exception thrown) {
        return thrown instanceof JsonEncodingException || thrown instanceof EOFException;
    }
}
