import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.TimeUnit;

/** java.net.http with sendAsync alone: java alone/JavaNetHttpAsyncAlone.java GET POST */
class JavaNetHttpAsyncAlone {
    public static void main(String... methods) {
        var client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .build();
        for (var method : methods) {
            var pet = BodyPublishers.ofString("{\"name\":\"Rex\",\"categoryId\":1}");
            var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:8080/v1/pets"))
                .header("Authorization", "Bearer secret")
                .header("Content-Type", "application/json")
                .method(method, method.equals("POST") ? pet : BodyPublishers.noBody())
                .build();
            try {
                var response = client.sendAsync(request, BodyHandlers.ofString()).get(2, TimeUnit.SECONDS);
                System.out.println(method + " " + response.statusCode() + " " + response.body());
            } catch (Exception failure) {
                System.out.println(method + " " + failure);
            }
        }
    }
}
