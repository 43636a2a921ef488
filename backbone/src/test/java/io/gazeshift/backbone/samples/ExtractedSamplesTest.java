package io.gazeshift.backbone.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.common.UserError;
import io.gazeshift.glsge.data.Safetensors;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExtractedSamplesTest {

  @TempDir private Path directory;

  @Test
  void aFeatureBeyondHalfFloatsIsRejectedAndNothingIsWritten() throws Exception {
    ExtractedSamples samples = samples(1, 2, 3, -70_000);
    Path file = directory.resolve("bank");

    assertThatThrownBy(() -> samples.write(file, true))
        .isInstanceOf(UserError.class)
        .hasMessage(
            "--half: feature 1 of sample 1 is -70000.0, but half floats end at 65504; omit"
                + " --half");
    assertThat(file).doesNotExist();

    samples.write(file, false);
    assertThat(Safetensors.read(file).tensor("features").floats()[3]).isEqualTo(-70_000);
  }

  @Test
  void theLargestHalfFloatIsWrittenAsItIs() throws Exception {
    Path file = directory.resolve("bank");

    samples(1, 2, 3, 65_504).write(file, true);

    assertThat(Safetensors.read(file).tensor("features").floats()[3]).isEqualTo(65_504);
  }

  private static ExtractedSamples samples(float... values) {
    return new ExtractedSamples(
        values, 2, Optional.empty(), new long[0], Optional.empty(), "a".repeat(64));
  }
}
