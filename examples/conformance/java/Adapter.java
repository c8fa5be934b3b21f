import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * An adapter for the conformance run, around java.net.http. Let its methods call your client, and throw what your client throws as a
 * Protocol.Failure. java.net.http reads no JSON, so the methods return a Response. If your client reads pets, return a Protocol.Pet for
 * each. Then judge it:
 *
 * <pre>
 * javac -d classes *.java
 * npx petstore-kit conformance run --command "java -cp classes Adapter"
 * </pre>
 */
record Adapter(HttpClient http, Protocol.Settings settings) implements Protocol.Client {

    public static void main(String... arguments) throws Exception {
        // The store closes a connection that offers HTTP/2, which is the default.
        var http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        var capabilities = List.of("timeout", "head", "concurrent");
        Protocol.serve("java.net.http", Runtime.version().toString(), capabilities, settings -> new Adapter(http, settings));
    }

    public Protocol.Response listPets(Integer limit, String status) throws Exception {
        var query = new ArrayList<String>();
        if (limit != null) query.add("limit=" + limit);
        if (status != null) query.add("status=" + URLEncoder.encode(status, StandardCharsets.UTF_8));
        return send(request(query.isEmpty() ? "/pets" : "/pets?" + String.join("&", query)));
    }

    public Protocol.Response createPet(String name, long categoryId, String status) throws Exception {
        var pet = new LinkedHashMap<String, Object>(Map.of("name", name, "categoryId", categoryId));
        if (status != null) pet.put("status", status);
        var body = BodyPublishers.ofString(Protocol.toJson(pet));
        return send(request("/pets").header("Content-Type", "application/json").POST(body));
    }

    public Protocol.Response getPet(long petId) throws Exception {
        return send(request("/pets/" + petId));
    }

    public Protocol.Response head(String path) throws Exception {
        return send(request(path).method("HEAD", BodyPublishers.noBody()));
    }

    private HttpRequest.Builder request(String path) {
        var base = settings.baseUrl().replaceFirst("/$", "");
        var request = HttpRequest.newBuilder(URI.create(base + path));
        return settings.apiKey() == null ? request : request.header("Authorization", "Bearer " + settings.apiKey());
    }

    private Protocol.Response send(HttpRequest.Builder request) throws Exception {
        var exchange = http.sendAsync(request.build(), BodyHandlers.ofString());
        try {
            // The timeout of a request ends with the headers.
            var response = exchange.get(settings.timeoutMs(), TimeUnit.MILLISECONDS);
            return new Protocol.Response(response.statusCode(), response.body());
        } catch (TimeoutException late) {
            throw Protocol.Failure.timeout(late);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof ConnectException refused) throw Protocol.Failure.notSent(refused);
            throw failed.getCause() instanceof IOException broken ? Protocol.Failure.outcomeUnknown(broken) : failed;
        } finally {
            exchange.cancel(true); // if it has not ended
        }
    }
}
