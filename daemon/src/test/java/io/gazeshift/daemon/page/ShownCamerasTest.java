package io.gazeshift.daemon.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.common.config.GivenValue;
import io.gazeshift.daemon.config.GazeshiftConfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShownCamerasTest {

  @Test
  void aCameraOfRealPeopleIsNotShownUnlessConfigured() {
    ShownCameras shown = new ShownCameras(config());
    assertThat(shown.test("door")).isFalse();
    assertThat(shown.test("lab")).as("rendered").isTrue();
    assertThat(shown.test("unknown")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1:9465, 127.0.0.1:9464, true",
    "0.0.0.0:9465, 127.0.0.1:9464, true",
    "0.0.0.0:9465, 0.0.0.0:9464, true",
    // The page is for more people than the preview.
    "127.0.0.1:9465, 0.0.0.0:9464, false",
    "127.0.0.1:9465, off, false"
  })
  void thePreviewIsShownOnlyWhereItIsMeantToBe(String preview, String page, boolean expected) {
    ShownCameras shown =
        new ShownCameras(config("ingest.preview=" + preview, "http.listen=" + page));
    assertThat(shown.test("door")).isEqualTo(expected);
  }

  private static GazeshiftConfig config(String... more) {
    List<GivenValue> given =
        Stream.concat(
                Stream.of(
                    "cameras[0].id=door",
                    "cameras[0].source=rtsp://10.0.0.7/stream",
                    "cameras[1].id=lab",
                    "cameras[1].source=synthetic:lab"),
                Stream.of(more))
            .map(setting -> setting.split("=", 2))
            .map(setting -> GivenValue.text(setting[0], setting[1], "--set"))
            .toList();
    return GazeshiftConfig.load(Optional.empty(), Map.of(), given);
  }
}
