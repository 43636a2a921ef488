package io.gazeshift.backbone.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.common.UserError;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PatchInputTest {

  private static final String GOOD =
      "{'input_size':224,'channels':'RGB','mean':[0.485,0.456,0.406],'std':[0.229,0.224,0.225]}";

  @Test
  void whatIsWrittenIsReadAgain() {
    PatchInput imageNet = PatchInput.imageNet(224);

    assertThat(read(imageNet.toJson())).isEqualTo(imageNet).isEqualTo(read(GOOD));
  }

  @Test
  void theSpellingOfTheJsonDoesNotMatter() {
    BackboneInput other =
        read(
            "{ 'std':[0.2290, 0.224, 2.25e-1], 'channels' : 'RGB','mean':[0.485,0.456,0.406],"
                + "'input_size':224}");

    assertThat(other.canonical("f")).isEqualTo(read(GOOD).canonical("f"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'channels':'RGB' | 'channels':'GBR' | 'channels'",
        "'channels':'RGB', | `` | channels",
        "'input_size':224 | 'input_size':0 | input_size is 0, must be 1 to 1024",
        "'input_size':224 | 'input_size':null | input_size",
        "'input_size':224 | 'input_size':224,'inputsize':3 | 'inputsize'",
        "[0.229,0.224,0.225] | [0.229,0,0.225] | std is [0.229, 0.0, 0.225], must be above 0",
        "[0.485,0.456,0.406] | [0.485] | mean is [0.485], must be 3 numbers",
        "[0.485,0.456,0.406] | 'x' | 'mean'",
        "} | } x | keys are",
      })
  void aWrongValueIsRejectedInOneLineWithItsKey(String good, String bad, String text) {
    assertThatThrownBy(() -> read(GOOD.replace(good, bad)))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith("m/backbone.json: ")
        .hasMessageContaining(text)
        .hasMessageNotContaining("\n");
  }

  @Test
  void aPatchMayBeNamedAsWhatItIs() {
    assertThat(read(GOOD.replace("{", "{'input':'patch',"))).isEqualTo(read(GOOD));
  }

  @Test
  void landmarksNeedNothingButAnOutput() {
    LandmarkInput landmarks = new LandmarkInput("features");

    assertThat(read(landmarks.toJson())).isEqualTo(landmarks);
    assertThat(landmarks.floatsPerFace()).isEqualTo(147);
  }

  @Test
  void anInputOfAnotherKindIsRejectedWithTheKindsThereAre() {
    assertThatThrownBy(() -> read("{'input':'voice'}"))
        .isInstanceOf(UserError.class)
        .hasMessage(
            "m/backbone.json: 'input' is 'voice', must be patch, landmarks or landmarks+eyes");
  }

  private static BackboneInput read(String json) {
    return BackboneInput.fromJson(
        json.replace('\'', '"').getBytes(StandardCharsets.UTF_8), "m/backbone.json");
  }
}
