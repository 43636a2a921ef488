package io.gazeshift.daemon.cli.targets;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.common.cli.Console;
import io.gazeshift.daemon.cli.Commands;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TargetsCheckCommandTest {

  private static final Path PICTURE = Path.of("..", "docs", "images", "scene-lab.jpg");

  @TempDir Path dir;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void anglesAndSizesArePrintedAndTheTargetsAreDrawn() throws IOException {
    Path drawing = dir.resolve("lab.svg");

    int code =
        check(
            """
            domains:
              - name: lab
                screen-centre: 0 170 0
                screen-size: 530 300
                distance-mm: 650
                targets: [door direction 0 30 radius 5deg]
              - {name: bare, prior: -10 0}
            """,
            "--out",
            drawing.toString(),
            "--picture",
            PICTURE.toString());

    assertThat(code).as(err::toString).isZero();
    assertThat(out.toString())
        .contains("domain lab, seen from a head at 0 0 650 mm")
        .containsPattern("screen +screen +672 mm +14\\.7° down, 0\\.0° to the person's right")
        .containsPattern("door +direction +infinite +0\\.0° up, 30\\.0° to the person's right +10")
        .contains("drawing: " + drawing);
    assertThat(Files.readString(drawing)).contains(">door", "data:image/jpeg;base64,");
  }

  @Test
  void aScreenBackToFrontFailsWithTheRemedy() throws IOException {
    int code =
        check(
            "domains: [{name: lab, screen-corners: [-265 20 0, 265 20 0, 265 320 0]}]",
            "--out",
            dir.resolve("lab.svg").toString());

    assertThat(code).isEqualTo(1);
    assertThat(out.toString()).contains("not seen from there", "wrong: 'screen' shows its back");
  }

  @Test
  void whatCannotBeCheckedIsAUsageError() throws IOException {
    assertUsage("domains: [{name: bare}]", "targets check: no domain has targets");
    assertUsage("domains: [{name: bare}]", "'other' has no targets", "--domain", "other");
    String two = "domains: [{name: a, points: x 0 0 0 9mm}, {name: b, points: x 0 0 0 9mm}]";
    assertUsage(two, "several domains have targets; give one of a, b");
    assertUsage(two, "--head: '0,0,-9' is not X,Y,Z", "--domain", "a", "--head", "0,0,-9");
    assertUsage(
        two, "the file nowhere.jpg does not exist", "--domain", "a", "--picture", "nowhere.jpg");
  }

  private void assertUsage(String yaml, String message, String... arguments) throws IOException {
    assertThat(check(yaml, arguments)).isEqualTo(2);
    assertThat(err.toString()).contains(message);
  }

  private int check(String yaml, String... arguments) throws IOException {
    Path file = Files.writeString(dir.resolve("gazeshift.yaml"), yaml);
    String[] all = new String[arguments.length + 4];
    System.arraycopy(new String[] {"targets", "check", "--config", file.toString()}, 0, all, 0, 4);
    System.arraycopy(arguments, 0, all, 4, arguments.length);
    return Commands.line(
            new Console(new PrintWriter(out), new PrintWriter(err), false, 80, Map.of()))
        .execute(all);
  }
}
