package io.gazeshift.ingest.calibrate;

import io.gazeshift.common.Sha256;
import io.gazeshift.common.UserError;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.CameraIntrinsics.Lens;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Files of a camera's intrinsics: YAML, XML or JSON as OpenCV writes them, with the keys of its
 * samples ({@code camera_matrix}, {@code distortion_coefficients}) or of ROS ({@code camera_info}).
 */
public final class IntrinsicsFile {

  private static final String SETTING = "cameras[].lens-calibration: ";
  private static final String REMEDY = "; create one with 'gazeshift calibrate-lens'";
  private static final long MAX_BYTES = 1 << 20;

  private static final List<String> MATRIX_KEYS =
      List.of("camera_matrix", "K", "k", "cameraMatrix", "mtx");
  private static final List<String> DISTORTION_KEYS =
      List.of("distortion_coefficients", "dist_coeffs", "D", "d", "distCoeffs", "dist");

  private final String name;
  private final String id;
  private final Map<String, Object> keys;

  private IntrinsicsFile(String name, String id, Map<String, Object> keys) {
    this.name = name;
    this.id = id;
    this.keys = keys;
  }

  /**
   * The intrinsics that this file holds. Their id is its name and the beginning of its digest, so
   * that two calibrations of one camera can be told apart.
   *
   * @throws UserError where it is not there or makes no sense
   */
  public static CameraIntrinsics read(Path file) {
    String name = String.valueOf(file.getFileName());
    String text = content(file);
    try {
      return new IntrinsicsFile(name, name + "@" + digest(text), StorageFile.parse(text))
          .intrinsics();
    } catch (StorageFile.MalformedException e) {
      throw UserError.usage(SETTING + name + " " + e.getMessage() + REMEDY);
    }
  }

  private CameraIntrinsics intrinsics() {
    List<Double> k = matrix();
    int[] size = imageSize();
    try {
      return new CameraIntrinsics(
          id,
          size[0],
          size[1],
          k.get(0),
          k.get(4),
          k.get(2),
          k.get(5),
          lens(),
          distortion(),
          false);
    } catch (UserError e) {
      throw UserError.usage(SETTING + e.getMessage());
    }
  }

  private List<Double> matrix() {
    String key = firstOf(MATRIX_KEYS);
    if (key == null) {
      throw bad("has no 'camera_matrix' (3x3)" + REMEDY);
    }
    List<Double> k = numbers(key);
    if (k.size() != 9 || !isShape(key, 3, 3)) {
      throw bad("has a '%s' of %s; it must be 3x3".formatted(key, shape(key, k.size())) + REMEDY);
    }
    if (k.get(3) != 0 || k.get(6) != 0 || k.get(7) != 0 || k.get(8) != 1) {
      throw bad("has a '%s' that is not [fx 0 cx; 0 fy cy; 0 0 1]: %s".formatted(key, k) + REMEDY);
    }
    if (k.get(1) != 0) {
      throw bad(
          "has a '%s' with a skew of %s; only 0 is supported".formatted(key, k.get(1)) + REMEDY);
    }
    return k;
  }

  private List<Double> distortion() {
    String key = firstOf(DISTORTION_KEYS);
    return key == null ? List.of() : numbers(key);
  }

  private int[] imageSize() {
    if (keys.containsKey("image_width") && keys.containsKey("image_height")) {
      return new int[] {pixels("image_width", 0), pixels("image_height", 0)};
    }
    if (keys.containsKey("image_size") && numbers("image_size").size() == 2) {
      return new int[] {pixels("image_size", 0), pixels("image_size", 1)};
    }
    throw bad(
        "has no 'image_width' and 'image_height'; add the size of the pictures used"
            + " for the calibration");
  }

  private int pixels(String key, int index) {
    double value = numbers(key).get(index);
    if (!(value >= 1 && value <= 100_000) || value != Math.rint(value)) {
      throw bad("has a '%s' of %s; expected a number of pixels".formatted(key, value));
    }
    return (int) value;
  }

  /** Named as in ROS, or flagged as in OpenCV's sample; an ordinary lens if nothing is said. */
  private Lens lens() {
    if (keys.containsKey("fisheye_model")) {
      return numbers("fisheye_model").get(0) == 0 ? Lens.PINHOLE : Lens.FISHEYE;
    }
    String model = String.valueOf(keys.getOrDefault("distortion_model", "plumb_bob"));
    return switch (model.toLowerCase(Locale.ROOT)) {
      case "plumb_bob", "rational_polynomial", "thin_prism", "pinhole", "none", "" -> Lens.PINHOLE;
      case "equidistant", "fisheye" -> Lens.FISHEYE;
      default ->
          throw bad(
              ("has a 'distortion_model' of '%s'; supported are plumb_bob,"
                      + " rational_polynomial, equidistant and fisheye")
                  .formatted(model));
    };
  }

  private String firstOf(List<String> names) {
    return names.stream().filter(keys::containsKey).findFirst().orElse(null);
  }

  private boolean isShape(String key, int rows, int cols) {
    return !(keys.get(key) instanceof Map<?, ?> map)
        || (isNumber(map.get("rows"), rows) && isNumber(map.get("cols"), cols));
  }

  private static boolean isNumber(Object text, int expected) {
    return text == null || String.valueOf(text).equals(String.valueOf(expected));
  }

  private String shape(String key, int size) {
    return keys.get(key) instanceof Map<?, ?> map && map.get("rows") != null
        ? "%sx%s with %d numbers".formatted(map.get("rows"), map.get("cols"), size)
        : "%d numbers".formatted(size);
  }

  /** Everything under a key, row by row: a matrix with its 'data', plain or nested lists, texts. */
  private List<Double> numbers(String key) {
    List<Double> numbers = new ArrayList<>();
    collect(key, keys.get(key), numbers);
    return numbers;
  }

  private void collect(String key, Object value, List<Double> into) {
    if (value instanceof Map<?, ?> map) {
      if (!map.containsKey("data")) {
        throw bad("has a '%s' without 'data'".formatted(key) + REMEDY);
      }
      collect(key, map.get("data"), into);
    } else if (value instanceof List<?> list) {
      list.forEach(item -> collect(key, item, into));
    } else {
      for (String text : String.valueOf(value).strip().split("\\s+", -1)) {
        into.add(number(key, text));
      }
    }
  }

  private double number(String key, String text) {
    try {
      double number = Double.parseDouble(text);
      if (Double.isFinite(number)) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Told below; OpenCV's own spelling of a missing number, '.Nan', comes here too.
    }
    throw bad("has '%s' in '%s', which is not a finite number".formatted(text, key) + REMEDY);
  }

  private UserError bad(String problem) {
    return UserError.usage(SETTING + name + " " + problem);
  }

  private static String content(Path file) {
    if (!Files.isRegularFile(file)) {
      throw UserError.usage(SETTING + "file %s does not exist".formatted(file) + REMEDY);
    }
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw UserError.usage(
            SETTING + "%s is larger than 1 MiB, too large for a lens calibration".formatted(file));
      }
      String text = Files.readString(file);
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw UserError.usage(SETTING + "%s is not UTF-8 text".formatted(file) + REMEDY);
    } catch (IOException e) {
      throw new UserError(SETTING + "cannot read %s; check its permissions".formatted(file), e);
    }
  }

  private static String digest(String text) {
    return HexFormat.of().formatHex(Sha256.of(text.getBytes(StandardCharsets.UTF_8)), 0, 4);
  }
}
