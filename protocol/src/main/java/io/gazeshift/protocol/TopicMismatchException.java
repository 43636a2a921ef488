package io.gazeshift.protocol;

import java.io.Serializable;
import java.util.List;
import java.util.stream.Collectors;

/** Topics that exist with settings Gazeshift cannot work with. Lists all of them, one a line. */
public final class TopicMismatchException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** One setting of one topic, and the command that mends it. */
  public record Mismatch(String topic, String setting, String found, String needed, String remedy)
      implements Serializable {

    @Override
    public String toString() {
      return "topic %s: %s is %s, but must be %s; %s"
          .formatted(topic, setting, found, needed, remedy);
    }
  }

  private final List<Mismatch> mismatches;

  public TopicMismatchException(List<Mismatch> mismatches) {
    super(mismatches.stream().map(Mismatch::toString).collect(Collectors.joining("\n")));
    this.mismatches = List.copyOf(mismatches);
  }

  public List<Mismatch> mismatches() {
    return mismatches;
  }
}
