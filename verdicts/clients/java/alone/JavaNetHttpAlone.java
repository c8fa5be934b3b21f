import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** java.net.http alone: java alone/JavaNetHttpAlone.java GET POST */
class JavaNetHttpAlone {
    public static void main(String... methods) {
        var client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();
        for (var method : methods) {
            var pet = BodyPublishers.ofString("{\"name\":\"Rex\",\"categoryId\":1}");
            var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:8080/v1/pets"))
                .timeout(Duration.ofSeconds(2))
                .header("Authorization", "Bearer secret")
                .header("Content-Type", "application/json")
                .method(method, method.equals("POST") ? pet : BodyPublishers.noBody())
                .build();
            try {
                var response = client.send(request, BodyHandlers.ofString());
                System.out.println(method + " " + response.statusCode() + " " + response.body());
            } catch (Exception failure) {
                System.out.println(method + " " + failure);
            }
        }
    }
}
