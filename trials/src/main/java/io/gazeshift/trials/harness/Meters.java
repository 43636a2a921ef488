package io.gazeshift.trials.harness;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** The metrics of a process, in Prometheus' text format. */
public record Meters(String text) {

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

  static Meters of(URI address) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(20)).GET().build();
    return new Meters(CLIENT.send(request, BodyHandlers.ofString()).body());
  }

  /** The sum over all series of a name whose labels contain this text; 0 where there are none. */
  public double sum(String name, String label) {
    return text.lines()
        .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
        .filter(line -> line.contains(label))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  public long count(String name) {
    return Math.round(sum(name, ""));
  }
}
