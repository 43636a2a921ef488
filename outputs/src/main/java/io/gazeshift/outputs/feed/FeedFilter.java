package io.gazeshift.outputs.feed;

import io.gazeshift.common.UserError;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which messages a client wants. An empty set means all; a filter by camera or face leaves out
 * messages that have none. Immutable.
 */
public record FeedFilter(
    Set<FeedKind> kinds, Set<String> domains, Set<String> cameras, Set<Integer> faces) {

  private static final List<String> NAMES = List.of("kind", "domain", "camera", "face");

  public FeedFilter {
    kinds = Set.copyOf(kinds);
    domains = Set.copyOf(domains);
    cameras = Set.copyOf(cameras);
    faces = Set.copyOf(faces);
  }

  /**
   * From the query of an address, such as {@code kind=prediction&camera=left,right}. A name may
   * also be repeated.
   *
   * @param query empty for everything
   * @throws UserError if it has another name, or a value that cannot be
   */
  public static FeedFilter ofQuery(String query) {
    Set<FeedKind> kinds = EnumSet.noneOf(FeedKind.class);
    Set<String> domains = new TreeSet<>();
    Set<String> cameras = new TreeSet<>();
    Set<Integer> faces = new TreeSet<>();
    for (String part : query.isEmpty() ? new String[0] : query.split("&")) {
      String name = part.substring(0, Math.max(0, part.indexOf('=')));
      for (String value : decoded(part.substring(part.indexOf('=') + 1)).split(",")) {
        switch (name) {
          case "kind" -> kinds.add(kind(value));
          case "domain" -> domains.add(value);
          case "camera" -> cameras.add(value);
          case "face" -> faces.add(face(value));
          default ->
              throw UserError.usage("%s: unknown; filter by %s".formatted(decoded(part), NAMES));
        }
      }
    }
    return new FeedFilter(kinds, domains, cameras, faces);
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new UserError("%s: not encoded as in a URL".formatted(text), e);
    }
  }

  private static FeedKind kind(String value) {
    return FeedKind.of(value)
        .orElseThrow(
            () ->
                UserError.usage(
                    "kind=%s: unknown; there are %s"
                        .formatted(
                            value, Arrays.stream(FeedKind.values()).map(FeedKind::key).toList())));
  }

  private static int face(String value) {
    if (!value.matches("\\d{1,4}")) {
      throw UserError.usage("face=%s: must be the number of a face, such as 0".formatted(value));
    }
    return Integer.parseInt(value);
  }

  public boolean takes(FeedMessage message) {
    FeedSource source = message.source();
    return takes(message.kind())
        && (domains.isEmpty() || domains.contains(source.domain()))
        && (cameras.isEmpty() || source.camera().filter(cameras::contains).isPresent())
        && (faces.isEmpty()
            || (source.face().isPresent() && faces.contains(source.face().getAsInt())));
  }

  /** Whether it takes any message of this kind. */
  public boolean takes(FeedKind kind) {
    return kinds.isEmpty() || kinds.contains(kind);
  }
}
