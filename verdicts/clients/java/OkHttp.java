import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** An adapter around OkHttp, as its page and its recipes show it. With the argument "once", it does not retry. */
record OkHttp(OkHttpClient client, Protocol.Settings settings) implements Protocol.PetStore {
    private static final MediaType JSON = MediaType.get("application/json");

    public static void main(String... args) throws Exception {
        var client = new OkHttpClient.Builder().retryOnConnectionFailure(args.length == 0).build();
        var capabilities = List.of("timeout", "redirects", "gzip", "head");
        Protocol.serve("OkHttp", okhttp3.OkHttp.VERSION, capabilities, settings -> new OkHttp(
            client.newBuilder().callTimeout(Duration.ofMillis(settings.timeoutMs())).build(), settings));
    }

    public List<Protocol.Pet> listPets(Map<String, String> query) throws Exception {
        var url = HttpUrl.get(settings.baseUrl() + "/pets").newBuilder();
        query.forEach(url::addQueryParameter);
        return send(request("/pets").url(url.build()), Protocol.PETS::fromJson);
    }

    public Protocol.Pet createPet(Protocol.NewPet pet) throws Exception {
        return send(request("/pets").post(RequestBody.create(Protocol.NEW_PET.toJson(pet), JSON)), Protocol.PET::fromJson);
    }

    public Protocol.Pet getPet(long petId) throws Exception {
        return send(request("/pets/" + petId), Protocol.PET::fromJson);
    }

    public void head(String path) throws Exception {
        send(request(path).head(), body -> null);
    }

    private Request.Builder request(String path) {
        var request = new Request.Builder().url(settings.baseUrl() + path);
        return settings.apiKey() == null ? request : request.header("Authorization", "Bearer " + settings.apiKey());
    }

    private <T> T send(Request.Builder request, Read<T> read) throws Exception {
        try (Response response = client.newCall(request.build()).execute()) {
            if (!response.isSuccessful()) throw new Protocol.ApiException(response.code(), bodyOf(response));
            return read.from(response.body().string());
        }
    }

    /** Returns the body of an error; an empty one if it cannot be read. */
    private static String bodyOf(Response response) {
        try {
            return response.body().string();
        } catch (IOException unreadable) {
            return "";
        }
    }

    private interface Read<T> {
        T from(String body) throws Exception;
    }
}
