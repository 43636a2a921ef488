package io.gazeshift.daemon.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.data.SourceBank;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The offline commands with a user's backbone, on pictures that only this one can read. */
class OtherBackboneTest {

  private static final int SIDE = 32;
  private static final int IMAGES = 8;
  private static final String[] SHORT = {"--batch", "4", "--n1", "1", "--n2", "1", "--steps", "1"};

  @TempDir private Path directory;
  private OfflineLine line;

  @BeforeEach
  void makeAModelABankAndAHead() throws Exception {
    line = new OfflineLine(directory);
    writeImages();
    line.succeeds(
        "backbone",
        "make",
        "--arch",
        "resnet18",
        "--out",
        "@model",
        "--input-size",
        String.valueOf(SIDE));
    line.succeeds(
        "bank",
        "build",
        "--backbone",
        "@model",
        "--images",
        "@images",
        "--labels",
        "@labels.csv",
        "--out",
        "@bank");
    line.succeeds(
        "head",
        "train",
        "--bank",
        "@bank",
        "--out",
        "@head",
        "--epochs",
        "2",
        "--hidden1",
        "8",
        "--hidden2",
        "8");
  }

  @Test
  void picturesAreSeenByTheBackboneThatIsNamed() {
    SourceBank bank = SourceBank.read(line.file("bank"));
    assertThat(bank.features().width()).isEqualTo(512);
    assertThat(HeadFile.read(line.file("head")).backboneFingerprint())
        .isEqualTo(bank.backboneFingerprint());

    line.succeeds("evaluate", "--head", "@head", "--data", "@bank");
    String fromBank = line.out();
    String[] evaluate = {
      "evaluate",
      "--head",
      "@head",
      "--images",
      "@images",
      "--labels",
      "@labels.csv",
      "--backbone",
      "@model"
    };
    line.succeeds(evaluate);
    assertThat(line.out()).isEqualTo(fromBank);
    line.refuses(1, Arrays.copyOf(evaluate, 7), "32", "pixels");

    line.succeeds(
        words(
            "adapt --method paper --bank @bank --head @head --out @adapted --images @images"
                + " --backbone @model"));
    assertThat(HeadFile.read(line.file("adapted")).backboneFingerprint())
        .isEqualTo(bank.backboneFingerprint());

    line.succeeds(
        words(
            "ablate --bank @bank --head @head --images @images --labels @labels.csv --seeds 1"
                + " --backbone @model"));
    assertThat(line.out()).contains("L_src^w + PCOD");
  }

  private static String[] words(String command) {
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    words.addAll(List.of(SHORT));
    return words.toArray(String[]::new);
  }

  private void writeImages() throws Exception {
    List<OfflineLine.Picture> pictures = new ArrayList<>();
    for (int i = 0; i < IMAGES; i++) {
      BufferedImage image = new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_INT_RGB);
      Graphics2D g = image.createGraphics();
      g.setColor(Color.ORANGE);
      g.fillOval(3 * i, 2 * i, 9, 9);
      g.dispose();
      ByteArrayOutputStream jpeg = new ByteArrayOutputStream();
      ImageIO.write(image, "jpg", jpeg);
      pictures.add(
          new OfflineLine.Picture(
              jpeg.toByteArray(), String.format(Locale.ROOT, "%.2f,%.2f", 0.05 * i, -0.07 * i)));
    }
    line.writePictures("pitch,yaw", pictures);
  }
}
