package io.gazeshift.outputs.recording;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.common.UserError;
import io.gazeshift.protocol.Topic;
import io.gazeshift.protocol.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A directory with a recording: {@code recording.json} says what it is, and each topic has a file.
 *
 * @param domain whose records it has; empty: all
 * @param faces whether pictures of faces are recorded
 * @param created when recording began
 */
public record Recording(Path directory, Optional<String> domain, boolean faces, Instant created) {

  private static final String MANIFEST = "recording.json";
  private static final String FORMAT = "gazeshift_recording";
  private static final int FORMAT_VERSION = 1;

  /** What is published; not what is asked of adaptation, nor what serves a restart. */
  private static final List<Topic> WITHOUT_PICTURES =
      List.of(
          Topics.PREDICTIONS,
          Topics.EVENTS,
          Topics.FEATURES,
          Topics.MODELS,
          Topics.ADAPTATIONS,
          Topics.CALIBRATION,
          Topics.TRUTH);

  /** The topics that are recorded. */
  public List<Topic> topics() {
    return faces
        ? Stream.concat(Stream.of(Topics.FACES), WITHOUT_PICTURES.stream()).toList()
        : WITHOUT_PICTURES;
  }

  Path file(Topic topic) {
    return directory.resolve(topic.name() + ".records");
  }

  /**
   * Makes the directory, or continues the recording in it.
   *
   * @throws UserError if it is the recording of something else
   */
  public static Recording create(
      Path directory, Optional<String> domain, boolean faces, Instant now) {
    Recording recording = new Recording(directory, domain, faces, now);
    try {
      Files.createDirectories(directory);
      Path manifest = directory.resolve(MANIFEST);
      if (!Files.exists(manifest)) {
        try (Stream<Path> files = Files.list(directory)) {
          if (files.findAny().isPresent()) {
            throw new UserError(
                "%s: has files that are not a recording; name an empty or new directory"
                    .formatted(directory));
          }
        }
        Files.writeString(manifest, recording.manifest() + "\n");
        return recording;
      }
      Recording before = open(directory);
      if (!before.domain().equals(domain) || before.faces() != faces) {
        throw new UserError(
            "%s: is a recording of %s %s faces; continue it with the same options, or name another"
                    .formatted(
                        directory,
                        before.domain().map(name -> "domain " + name).orElse("all domains"),
                        before.faces() ? "with" : "without")
                + " directory");
      }
      return before;
    } catch (IOException e) {
      throw new UserError("%s: cannot be written: %s".formatted(directory, e.getMessage()), e);
    }
  }

  private ObjectNode manifest() {
    ObjectNode json = new ObjectMapper().createObjectNode();
    json.put(FORMAT, FORMAT_VERSION).put("created", created.toString()).put("faces", faces);
    domain.ifPresent(name -> json.put("domain", name));
    return json;
  }

  /**
   * The recording in a directory.
   *
   * @throws UserError if there is none that can be read
   */
  public static Recording open(Path directory) {
    Path manifest = directory.resolve(MANIFEST);
    try {
      JsonNode json = new ObjectMapper().readTree(Files.readAllBytes(manifest));
      if (json.path(FORMAT).asInt() != FORMAT_VERSION) {
        throw new UserError(
            "%s: is of format %s, this program reads %d; use the program that made it"
                .formatted(manifest, json.path(FORMAT), FORMAT_VERSION));
      }
      return new Recording(
          directory,
          Optional.ofNullable(json.get("domain")).map(JsonNode::asText),
          json.path("faces").asBoolean(),
          Instant.parse(json.path("created").asText()));
    } catch (IOException | DateTimeParseException e) {
      throw new UserError(
          "%s: cannot be read (%s); name the directory of a recording"
              .formatted(manifest, e.getClass().getSimpleName()),
          e);
    }
  }
}
