package io.gazeshift.backbone.openvino;

import io.gazeshift.common.UserError;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Files from a web server. Reads one byte more than a file may have and no further, so that a
 * server that sends something else cannot fill the memory, and gives up on one that stops sending.
 *
 * @param folder the address of the folder, with a slash at its end
 * @param patience how long to wait for a connection, for an answer, and for each further byte
 */
record HttpFiles(URI folder, Duration patience) implements FileSource {

  private static final URI OPEN_MODEL_ZOO =
      URI.create(
          "https://storage.openvinotoolkit.org/repositories/open_model_zoo/2023.0/models_bin/1/"
              + "gaze-estimation-adas-0002/FP32/");

  private static final int OK = 200;

  static HttpFiles openModelZoo() {
    return new HttpFiles(OPEN_MODEL_ZOO, Duration.ofSeconds(30));
  }

  @Override
  public byte[] content(PinnedFile wanted) throws InterruptedException {
    URI address = folder.resolve(wanted.name());
    HttpClient client =
        HttpClient.newBuilder().connectTimeout(patience).followRedirects(Redirect.NORMAL).build();
    HttpRequest request = HttpRequest.newBuilder(address).timeout(patience).build();
    try {
      HttpResponse<InputStream> answer = client.send(request, BodyHandlers.ofInputStream());
      try (InputStream body = answer.body()) {
        if (answer.statusCode() != OK) {
          throw new UserError(failure(address, "the server answers " + answer.statusCode()));
        }
        return read(body, wanted.bytes() + 1);
      }
    } catch (IOException e) {
      throw new UserError(failure(address, reason(e)), e);
    }
  }

  /** Reads to the end, or to so many bytes. A blocked read knows no timeout: it has a thread. */
  private byte[] read(InputStream body, int most) throws IOException, InterruptedException {
    ExecutorService reader =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread thread = new Thread(task, "download");
              thread.setDaemon(true);
              return thread;
            });
    try {
      byte[] bytes = new byte[most];
      int count = 0;
      while (count < most) {
        int from = count;
        int read =
            reader
                .submit(() -> body.read(bytes, from, most - from))
                .get(patience.toMillis(), TimeUnit.MILLISECONDS);
        if (read < 0) {
          break;
        }
        count += read;
      }
      return Arrays.copyOf(bytes, count);
    } catch (TimeoutException e) {
      throw new IOException("the server sent nothing for %d s".formatted(patience.toSeconds()), e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException broken) {
        throw broken;
      }
      throw new IOException(e);
    } finally {
      reader.shutdownNow();
    }
  }

  @Override
  public String address(PinnedFile wanted) {
    return folder.resolve(wanted.name()).toString();
  }

  /** A connection that is refused says nothing but its class. */
  private static String reason(IOException e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  private static String failure(URI address, String reason) {
    return ("cannot download %s (%s); check the network, or download the file on another machine"
            + " and pass its directory with --from")
        .formatted(address, reason);
  }
}
