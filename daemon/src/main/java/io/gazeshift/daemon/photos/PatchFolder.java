package io.gazeshift.daemon.photos;

import io.gazeshift.common.UserError;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.FaceFrame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A folder of patches in GazeHub's layout of ETH-XGaze: {@code Image/PERSON/NUMBER.jpg}, and in
 * {@code Label/PERSON.label} the normalised gaze and head of each, as pitch and yaw in radians.
 * This layout, unlike GazeHub's others, has no patches of single eyes.
 */
public final class PatchFolder {

  private static final String HEADER = "face gaze head name";

  /** A person is a folder, and a column in a file whose columns are separated by spaces. */
  private static final Pattern PERSON = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}._-]*");

  private final Path images;
  private final Path labels;
  private final Map<String, List<String>> linesByPerson = new TreeMap<>();

  private PatchFolder(Path images, Path labels) {
    this.images = images;
    this.labels = labels;
  }

  /** Makes the folder. One that has files already is rejected: old patches would mix with new. */
  public static PatchFolder create(Path folder) throws IOException {
    Files.createDirectories(folder);
    try (Stream<Path> content = Files.list(folder)) {
      if (content.findAny().isPresent()) {
        throw UserError.usage(
            "--out: %s is not empty; name a new directory or empty this one".formatted(folder));
      }
    }
    return new PatchFolder(
        Files.createDirectory(folder.resolve("Image")),
        Files.createDirectory(folder.resolve("Label")));
  }

  /** Rejects persons that cannot be the name of a folder. */
  public static void requirePersons(List<PhotoLabel> photos) {
    for (PhotoLabel photo : photos) {
      if (!PERSON.matcher(photo.person()).matches()) {
        throw new UserError(
            "%s: person '%s' cannot be a folder's name; use letters, digits, '.', '_' and '-'"
                .formatted(photo.name(), photo.person()));
      }
    }
  }

  /** Writes the patch of a photograph and notes its label. */
  public void add(PhotoLabel label, FaceFrame face) throws IOException {
    List<String> lines =
        linesByPerson.computeIfAbsent(label.person(), person -> new ArrayList<>(List.of(HEADER)));
    String name = "%s/%06d.jpg".formatted(label.person(), lines.size() - 1);
    Path file = images.resolve(name);
    Files.createDirectories(images.resolve(label.person()));
    Files.write(file, face.getPatchJpeg().toByteArray());
    Gaze gaze = label.gaze().rotatedBy(Rotation.ofRows(face.getNormalisationRotationList()));
    Gaze head = Gaze.from(face.getQuality().getHead());
    lines.add(
        "%s %s %s %s"
            .formatted(name, angles(gaze), angles(head), label.name().replaceAll("\\s", "_")));
  }

  /** Writes the labels; without this the patches have none. */
  public void finish() throws IOException {
    for (Map.Entry<String, List<String>> person : linesByPerson.entrySet()) {
      Files.write(labels.resolve(person.getKey() + ".label"), person.getValue());
    }
  }

  public Path images() {
    return images;
  }

  public Path labels() {
    return labels;
  }

  public int persons() {
    return linesByPerson.size();
  }

  private static String angles(Gaze gaze) {
    return String.format(Locale.ROOT, "%.9f,%.9f", gaze.pitchRad(), gaze.yawRad());
  }
}
