import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * An adapter around java.net.http, as the documentation of HttpClient shows it. With the argument "async", it follows no redirects, and
 * waits for the whole exchange.
 */
record JavaNetHttp(HttpClient http, boolean isAsync, Protocol.Settings settings) implements Protocol.Client {

    public static void main(String... arguments) throws Exception {
        var isAsync = arguments.length > 0;
        var http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(isAsync ? HttpClient.Redirect.NEVER : HttpClient.Redirect.NORMAL)
            .connectTimeout(Duration.ofSeconds(20))
            .build();
        var capabilities = new ArrayList<>(List.of("timeout", "head", "concurrent"));
        if (!isAsync) capabilities.add("redirects");
        Protocol.serve("java.net.http", Runtime.version().toString(), capabilities, settings -> new JavaNetHttp(http, isAsync, settings));
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
        var request = HttpRequest.newBuilder()
            .uri(URI.create(base + path))
            .timeout(Duration.ofMillis(settings.timeoutMs())); // it ends with the headers
        return settings.apiKey() == null ? request : request.header("Authorization", "Bearer " + settings.apiKey());
    }

    private Protocol.Response send(HttpRequest.Builder builder) throws Exception {
        var request = builder.build();
        try {
            var response = isAsync ? sendAsync(request) : http.send(request, BodyHandlers.ofString());
            return new Protocol.Response(response.statusCode(), response.body());
        } catch (HttpTimeoutException | TimeoutException late) {
            throw Protocol.Failure.timeout(late);
        } catch (ConnectException refused) {
            throw Protocol.Failure.notSent(refused);
        } catch (IOException broken) {
            throw Protocol.Failure.outcomeUnknown(broken);
        }
    }

    private HttpResponse<String> sendAsync(HttpRequest request) throws Exception {
        var exchange = http.sendAsync(request, BodyHandlers.ofString());
        try {
            return exchange.get(settings.timeoutMs(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof Exception cause ? cause : failed;
        } finally {
            exchange.cancel(true); // if it has not ended
        }
    }
}
