package io.gazeshift.outputs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/** A client of the live stream, with a thread of its own. */
final class HttpReader extends LiveReader implements AutoCloseable {

  private final HttpResponse<InputStream> answer;

  private HttpReader(HttpResponse<InputStream> answer) {
    this.answer = answer;
  }

  static HttpReader open(URI stream) throws Exception {
    HttpResponse<InputStream> answer =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(stream).build(), BodyHandlers.ofInputStream());
    assertThat(answer.statusCode()).isEqualTo(200);
    HttpReader reader = new HttpReader(answer);
    new Thread(reader::read, "reads-stream").start();
    return reader;
  }

  private void read() {
    String kind = "";
    try (Stream<String> lines =
        new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8)).lines()) {
      for (String line : (Iterable<String>) lines::iterator) {
        if (line.startsWith("event: ")) {
          kind = line.substring("event: ".length());
        } else if (line.startsWith("data: ")) {
          got(kind, line.substring("data: ".length()));
        }
      }
    } catch (UncheckedIOException e) {
      // The test has closed it.
      assertThat(e).isNotNull();
    }
  }

  @Override
  public void close() throws IOException {
    answer.body().close();
  }
}
