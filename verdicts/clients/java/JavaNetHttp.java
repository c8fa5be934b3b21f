import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** An adapter around java.net.http, as the documentation of HttpClient shows it. */
record JavaNetHttp(HttpClient client, Protocol.Settings settings) implements Protocol.PetStore {

    public static void main(String... args) throws Exception {
        var client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NORMAL)
            .connectTimeout(Duration.ofSeconds(20))
            .build();
        var capabilities = List.of("redirects", "head");
        Protocol.serve("java.net.http", Runtime.version().toString(), capabilities, settings -> new JavaNetHttp(client, settings));
    }

    public List<Protocol.Pet> listPets(Map<String, String> query) throws Exception {
        var parameters = query.entrySet().stream()
            .map(entry -> entry.getKey() + "=" + URLEncoder.encode(entry.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&"));
        return Protocol.PETS.fromJson(send(request(parameters.isEmpty() ? "/pets" : "/pets?" + parameters)));
    }

    public Protocol.Pet createPet(Protocol.NewPet pet) throws Exception {
        return Protocol.PET.fromJson(send(request("/pets")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(Protocol.NEW_PET.toJson(pet)))));
    }

    public Protocol.Pet getPet(long petId) throws Exception {
        return Protocol.PET.fromJson(send(request("/pets/" + petId)));
    }

    public void head(String path) throws Exception {
        send(request(path).method("HEAD", BodyPublishers.noBody()));
    }

    private HttpRequest.Builder request(String path) {
        var request = HttpRequest.newBuilder()
            .uri(URI.create(settings.baseUrl() + path))
            .timeout(Duration.ofMillis(settings.timeoutMs())); // it ends with the headers
        return settings.apiKey() == null ? request : request.header("Authorization", "Bearer " + settings.apiKey());
    }

    private String send(HttpRequest.Builder request) throws Exception {
        var response = client.send(request.build(), BodyHandlers.ofString());
        if (response.statusCode() / 100 == 2) return response.body();
        throw new Protocol.ApiException(response.statusCode(), response.body());
    }
}
