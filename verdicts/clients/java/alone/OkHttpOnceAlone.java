import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;

/** OkHttp alone, with retryOnConnectionFailure: java -cp 'build/okhttp5/*' alone/OkHttpOnceAlone.java GET wait POST */
class OkHttpOnceAlone {
    public static void main(String... methods) throws InterruptedException {
        var client = new OkHttpClient.Builder().retryOnConnectionFailure(false).build();
        for (var method : methods) {
            if (method.equals("wait")) {
                Thread.sleep(1000);
                continue;
            }
            var pet = RequestBody.create("{\"name\":\"Rex\",\"categoryId\":1}", MediaType.get("application/json"));
            var request = new Request.Builder()
                .url("http://127.0.0.1:8080/v1/pets")
                .header("Authorization", "Bearer secret")
                .method(method, method.equals("POST") ? pet : null)
                .build();
            try (var response = client.newCall(request).execute()) {
                System.out.println(method + " " + response.code() + " " + response.body().string());
            } catch (Exception failure) {
                System.out.println(method + " " + failure);
            }
        }
    }
}
