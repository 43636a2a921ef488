package io.gazeshift.ingest.source;

import io.gazeshift.common.UserError;
import io.gazeshift.common.config.NearestWord;
import io.gazeshift.common.config.Secrets;
import io.gazeshift.common.config.ValueType;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The parsed source of a camera; nothing is opened yet. */
public sealed interface SourceAddress {

  /** A rendered camera: the name of a scene and what is changed about it, as it was written. */
  record Synthetic(String staging) implements SourceAddress {}

  /**
   * A camera of this machine.
   *
   * @param fourcc how its pixels travel, as four letters
   */
  record Device(Path path, OptionalInt width, OptionalInt height, Optional<String> fourcc)
      implements SourceAddress {}

  /**
   * A camera on the network.
   *
   * @param url may hold a password
   * @param udp whether RTSP sends its frames by UDP, which may lose some
   * @param verified whether a certificate must be one that this machine trusts
   */
  record Stream(String url, boolean udp, boolean verified) implements SourceAddress {

    /** Without the password. */
    @Override
    public String toString() {
      return "Stream[url=%s]".formatted(Secrets.withoutUserInfo(url));
    }
  }

  /** A recorded video. */
  record Video(Path path, Speed speed, boolean loop) implements SourceAddress {}

  /** A folder of images; without frames per second of its own it has the camera's. */
  record Folder(Path path, Speed speed, boolean loop, OptionalDouble fps)
      implements SourceAddress {}

  /** A path alone: a folder if it is one when it is opened, and else a video. */
  record Plain(Path path) implements SourceAddress {}

  /** Understands an address, or rejects it with what is wrong and what was probably meant. */
  static SourceAddress parse(String text) {
    return Parser.parse(text);
  }

  /** How addresses are written. */
  final class Parser {

    private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):(.*)");
    private static final Set<String> SCHEMES =
        new TreeSet<>(
            Set.of("file", "folder", "http", "https", "rtsp", "rtsps", "synthetic", "v4l2"));

    private Parser() {}

    static SourceAddress parse(String text) {
      if (text.startsWith("/dev/")) {
        return new Device(
            Path.of(text), OptionalInt.empty(), OptionalInt.empty(), Optional.empty());
      }
      if (text.matches("(/|\\./|\\.\\./|~/).*")) {
        return new Plain(path(text));
      }
      Matcher scheme = SCHEME.matcher(text);
      if (!scheme.matches()) {
        throw unknown(text.replaceAll("[^A-Za-z0-9].*", ""));
      }
      String rest = scheme.group(2);
      return switch (scheme.group(1)) {
        case "synthetic" -> new Synthetic(rest);
        case "v4l2" -> device(SourceOptions.after(rest, '?', "width", "height", "format"));
        case "file" -> video(SourceOptions.after(rest, '?', "speed", "loop"));
        case "folder" -> folder(SourceOptions.after(rest, '?', "speed", "loop", "fps"));
        case "rtsp", "rtsps", "http", "https" -> stream(text);
        default -> throw unknown(scheme.group(1));
      };
    }

    private static SourceAddress device(SourceOptions options) {
      ValueType<Integer> pixels = ValueType.integer(16, 16384);
      return new Device(
          path(options.address()),
          options.get("width", pixels).map(OptionalInt::of).orElse(OptionalInt.empty()),
          options.get("height", pixels).map(OptionalInt::of).orElse(OptionalInt.empty()),
          options.get("format", ValueType.choice(PixelFormat.class)).map(PixelFormat::fourcc));
    }

    private static SourceAddress video(SourceOptions options) {
      return new Video(path(options.address()), speed(options), loop(options));
    }

    private static SourceAddress folder(SourceOptions options) {
      return new Folder(
          path(options.address()),
          speed(options),
          loop(options),
          options
              .get("fps", ValueType.decimal(0.001, 1000))
              .map(OptionalDouble::of)
              .orElse(OptionalDouble.empty()));
    }

    private static Speed speed(SourceOptions options) {
      return options.get("speed", ValueType.choice(Speed.class)).orElse(Speed.OWN);
    }

    private static boolean loop(SourceOptions options) {
      return options.get("loop", ValueType.bool()).orElse(false);
    }

    /** What follows '?' is the camera's own; ours follow '#', which is never sent. */
    private static SourceAddress stream(String text) {
      if (!text.matches("[a-z]+://[^/].*")) {
        throw UserError.usage("is not a valid address; write it like rtsp://host:554/path");
      }
      SourceOptions options = SourceOptions.after(text, '#', "transport", "verify");
      return new Stream(
          options.address(),
          options.get("transport", ValueType.choice(Transport.class)).orElse(Transport.TCP)
              == Transport.UDP,
          options.get("verify", ValueType.bool()).orElse(true));
    }

    private enum Transport {
      TCP,
      UDP
    }

    private enum PixelFormat {
      MJPEG("MJPG"),
      YUYV("YUYV"),
      NV12("NV12"),
      H264("H264");

      private final String fourcc;

      PixelFormat(String fourcc) {
        this.fourcc = fourcc;
      }

      String fourcc() {
        return fourcc;
      }
    }

    private static Path path(String text) {
      String plain = text.startsWith("//") ? text.replaceFirst("^/{2,}", "/") : text;
      return ValueType.path()
          .parse(plain)
          .orElseThrow(() -> UserError.usage("has no path; write it like file:/data/film.mp4"));
    }

    private static UserError unknown(String word) {
      String meant =
          NearestWord.to(word, SCHEMES).map(near -> " (perhaps %s:)".formatted(near)).orElse("");
      return UserError.usage(
          ("is not supported%s; use a device (/dev/video0), a stream (rtsp://host/path),"
                  + " a video or a folder of images (/data/film.mp4 or ./film.mp4), or"
                  + " synthetic:studio")
              .formatted(meant));
    }
  }
}
