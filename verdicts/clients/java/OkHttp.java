import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import okhttp3.ConnectionPool;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** An adapter around OkHttp, as its page and its recipes show it. With the argument "once", it does not retry. */
record OkHttp(OkHttpClient client, Protocol.Settings settings) implements Protocol.Client {
    private static final MediaType JSON = MediaType.get("application/json");

    public static void main(String... arguments) throws Exception {
        var client = new OkHttpClient.Builder().retryOnConnectionFailure(arguments.length == 0).build();
        var capabilities = List.of("timeout", "redirects", "gzip", "head", "concurrent");
        Protocol.serve("OkHttp", okhttp3.OkHttp.VERSION, capabilities, settings -> new OkHttp(
            client.newBuilder()
                .connectionPool(new ConnectionPool()) // what is left on a connection is not to reach the next base address
                .callTimeout(Duration.ofMillis(settings.timeoutMs()))
                .build(),
            settings));
    }

    public Protocol.Response listPets(Integer limit, String status) throws Exception {
        var url = HttpUrl.get(address("/pets")).newBuilder();
        if (limit != null) url.addQueryParameter("limit", limit.toString());
        if (status != null) url.addQueryParameter("status", status);
        return send(request("/pets").url(url.build()));
    }

    public Protocol.Response createPet(String name, long categoryId, String status) throws Exception {
        var pet = new LinkedHashMap<String, Object>(Map.of("name", name, "categoryId", categoryId));
        if (status != null) pet.put("status", status);
        return send(request("/pets").post(RequestBody.create(Protocol.toJson(pet), JSON)));
    }

    public Protocol.Response getPet(long petId) throws Exception {
        return send(request("/pets/" + petId));
    }

    public Protocol.Response head(String path) throws Exception {
        return send(request(path).head());
    }

    private String address(String path) {
        return settings.baseUrl().replaceFirst("/$", "") + path;
    }

    private Request.Builder request(String path) {
        var request = new Request.Builder().url(address(path));
        return settings.apiKey() == null ? request : request.header("Authorization", "Bearer " + settings.apiKey());
    }

    private Protocol.Response send(Request.Builder request) throws Exception {
        try (var response = client.newCall(request.build()).execute()) {
            return new Protocol.Response(response.code(), bodyOf(response));
        } catch (InterruptedIOException late) {
            throw Protocol.Failure.timeout(late);
        } catch (ConnectException refused) {
            throw Protocol.Failure.notSent(refused);
        } catch (IOException broken) {
            throw Protocol.Failure.outcomeUnknown(broken);
        }
    }

    /** Whoever cannot read the body of an error still has its status. */
    private static String bodyOf(Response response) throws IOException, Protocol.Failure {
        try {
            return response.body().string();
        } catch (InterruptedIOException late) {
            throw late;
        } catch (IOException unreadable) {
            if (response.isSuccessful()) throw unreadable;
            throw Protocol.Failure.api(response.code(), null, "The server answered " + response.code() + ".");
        }
    }
}
