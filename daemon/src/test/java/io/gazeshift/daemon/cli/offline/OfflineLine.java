package io.gazeshift.daemon.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.common.cli.Console;
import io.gazeshift.daemon.cli.Commands;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The real command line with what it printed, working in one directory. */
public final class OfflineLine {

  /** A picture, and its values for the columns of the labels. */
  record Picture(byte[] jpeg, String labels) {}

  private final Path directory;
  private String out = "";
  private String err = "";

  public OfflineLine(Path directory) {
    this.directory = directory;
  }

  /** Executes a command; words that begin with @ are files of the directory. */
  int execute(String... words) {
    StringWriter newOut = new StringWriter();
    StringWriter newErr = new StringWriter();
    Console console =
        new Console(new PrintWriter(newOut), new PrintWriter(newErr), false, 80, Map.of());
    String[] arguments = words.clone();
    for (int i = 0; i < arguments.length; i++) {
      if (arguments[i].startsWith("@")) {
        arguments[i] = file(arguments[i].substring(1)).toString();
      }
    }
    int code = Commands.line(console).execute(arguments);
    out = newOut.toString();
    err = newErr.toString();
    return code;
  }

  public void succeeds(String... words) {
    assertThat(execute(words)).as(() -> err).isZero();
  }

  /** Fails with this code and one line that has these parts. */
  public void refuses(int code, String[] words, String... parts) {
    assertThat(execute(words)).as(() -> out + err).isEqualTo(code);
    assertThat(err.lines().filter(line -> line.startsWith("gazeshift: ")))
        .as(err)
        .hasSize(1)
        .first()
        .asString()
        .contains(parts)
        .doesNotContain("internal error");
    assertThat(err).doesNotContain("\tat ");
  }

  /** As 0.jpg, 1.jpg and so on in images, and in labels.csv what is known of each. */
  void writePictures(String columns, List<Picture> pictures) throws IOException {
    Files.createDirectories(file("images"));
    StringBuilder csv = new StringBuilder("path,%s\n".formatted(columns));
    for (int i = 0; i < pictures.size(); i++) {
      Files.write(file("images").resolve(i + ".jpg"), pictures.get(i).jpeg());
      csv.append("%d.jpg,%s%n".formatted(i, pictures.get(i).labels()));
    }
    Files.writeString(file("labels.csv"), csv);
  }

  public Path file(String name) {
    return directory.resolve(name);
  }

  public String out() {
    return out;
  }

  String err() {
    return err;
  }
}
