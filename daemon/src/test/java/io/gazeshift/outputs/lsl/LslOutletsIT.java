package io.gazeshift.outputs.lsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;
import io.gazeshift.common.Micros;
import io.gazeshift.common.UserError;
import io.gazeshift.outputs.feed.FeedFilter;
import io.gazeshift.outputs.feed.FeedMessage;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.v1.FaceEvent;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.FaceQuality;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.testing.NpmFile;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Outlets of the real liblsl, read by its own inlets. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class LslOutletsIT {

  private static final double SECONDS = 20;

  /** An inlet's side of the library. */
  interface Inlets extends Library {
    int lsl_resolve_byprop(
        Pointer[] found, int most, String property, String value, int fewest, double timeout);

    Pointer lsl_create_inlet(Pointer info, int buffered, int chunk, int recover);

    Pointer lsl_get_fullinfo(Pointer inlet, double timeout, int[] error);

    String lsl_get_xml(Pointer info);

    double lsl_pull_sample_d(
        Pointer inlet, double[] sample, int channels, double timeout, int[] error);

    double lsl_pull_sample_str(
        Pointer inlet, PointerByReference sample, int channels, double timeout, int[] error);

    void lsl_destroy_string(Pointer text);

    void lsl_destroy_inlet(Pointer inlet);

    void lsl_destroy_streaminfo(Pointer info);

    double lsl_local_clock();
  }

  private static Path library;

  @BeforeAll
  static void fetchTheLibrary() throws Exception {
    library = NpmFile.fetch("lsl.js", "1.1.2", "package/prebuilt/liblsl64.so");
  }

  @Test
  void anInletReceivesWhatTheOutletSendsAtItsTimeOfCapture() {
    String camera = "desk-" + ProcessHandle.current().pid();
    Inlets inlets = Native.load(library.toAbsolutePath().toString(), Inlets.class);
    try (LslOutlets outlets =
        LslOutlets.open(Optional.of(library), FeedFilter.ofQuery("camera=" + camera))) {
      outlets.accept(
          List.of(message(camera, 1, Instant.now()), message("other", 1, Instant.now())));
      Pointer[] found = new Pointer[1];
      int count =
          inlets.lsl_resolve_byprop(found, 1, "name", "gazeshift " + camera + " 0", 1, SECONDS);
      assertThat(count).isEqualTo(1);
      Pointer inlet = inlets.lsl_create_inlet(found[0], 10, 0, 1);
      try {
        Pointer full = inlets.lsl_get_fullinfo(inlet, SECONDS, new int[1]);
        assertThat(inlets.lsl_get_xml(full))
            .contains("<type>Gaze</type>", "<type>DirectionZ</type>", "<unit>mm</unit>")
            .contains("<coordinate_system>camera-space</coordinate_system>");
        inlets.lsl_destroy_streaminfo(full);
        double[] sample = new double[GazeChannels.ALL.size()];
        // Opens the stream; what was sent before an inlet came is not its own.
        inlets.lsl_pull_sample_d(inlet, sample, sample.length, 0.2, new int[1]);

        double before = inlets.lsl_local_clock();
        Instant captured = Instant.now().minusMillis(500);
        outlets.accept(List.of(message(camera, 7, captured)));
        double time = 0;
        double latest = before + SECONDS;
        while ((time == 0 || sample[10] != 7) && inlets.lsl_local_clock() < latest) {
          time = inlets.lsl_pull_sample_d(inlet, sample, sample.length, 1, new int[1]);
        }

        assertThat(sample[10]).isEqualTo(7);
        assertThat(time)
            .as("half a second before it was sent")
            .isCloseTo(before - 0.5, within(0.4));
        assertThat(sample[5]).isEqualTo(600);
        assertThat(sample[6]).isCloseTo(3, within(1e-9));
        assertThat(sample[7]).isCloseTo(-12, within(1e-9));
        assertThat(Math.hypot(Math.hypot(sample[0], sample[1]), sample[2]))
            .isCloseTo(1, within(1e-12));
        assertThat(sample[8]).isNaN();
      } finally {
        inlets.lsl_destroy_inlet(inlet);
        inlets.lsl_destroy_streaminfo(found[0]);
      }
    }
  }

  @Test
  void anInletReceivesTheStartAndTheEndOfAnEventAsMarkers() {
    String camera = "events-" + ProcessHandle.current().pid();
    Inlets inlets = Native.load(library.toAbsolutePath().toString(), Inlets.class);
    try (LslOutlets outlets = LslOutlets.open(Optional.of(library), FeedFilter.ofQuery(""))) {
      outlets.accept(List.of(glance(camera, "before", Instant.now(), 100)));
      Pointer[] found = new Pointer[1];
      assertThat(
              inlets.lsl_resolve_byprop(
                  found, 1, "source_id", "gazeshift:" + camera + ":events", 1, SECONDS))
          .isEqualTo(1);
      Pointer inlet = inlets.lsl_create_inlet(found[0], 10, 0, 1);
      try {
        Pointer full = inlets.lsl_get_fullinfo(inlet, SECONDS, new int[1]);
        assertThat(inlets.lsl_get_xml(full))
            .contains("<type>Markers</type>", "<channel_format>string</channel_format>")
            .contains("<nominal_srate>0");
        inlets.lsl_destroy_streaminfo(full);
        // Opens the stream; what was sent before an inlet came is not its own.
        inlets.lsl_pull_sample_str(inlet, new PointerByReference(), 1, 0.2, new int[1]);

        double before = inlets.lsl_local_clock();
        outlets.accept(
            List.of(glance(camera, "r\u00fcckspiegel", Instant.now().minusMillis(700), 500)));

        double start = awaitMarker(inlets, inlet, "glance r\u00fcckspiegel start face 0");
        double end = awaitMarker(inlets, inlet, "glance r\u00fcckspiegel end face 0");
        assertThat(start).as("where it began").isCloseTo(before - 0.7, within(0.4));
        assertThat(end - start).isCloseTo(0.5, within(0.1));
      } finally {
        inlets.lsl_destroy_inlet(inlet);
        inlets.lsl_destroy_streaminfo(found[0]);
      }
    }
  }

  /** Its time; others that come before it are skipped. */
  private static double awaitMarker(Inlets inlets, Pointer inlet, String text) {
    double latest = inlets.lsl_local_clock() + SECONDS;
    List<String> others = new ArrayList<>();
    while (inlets.lsl_local_clock() < latest) {
      PointerByReference sample = new PointerByReference();
      double time = inlets.lsl_pull_sample_str(inlet, sample, 1, 1, new int[1]);
      if (time != 0) {
        String got = sample.getValue().getString(0, "UTF-8");
        inlets.lsl_destroy_string(sample.getValue());
        if (got.equals(text)) {
          return time;
        }
        others.add(got);
      }
    }
    throw new AssertionError("no marker '%s', only %s".formatted(text, others));
  }

  private static FeedMessage glance(String camera, String target, Instant start, long millis) {
    FaceEvent event =
        FaceEvent.newBuilder()
            .setCamera(camera)
            .setDomain("lab")
            .setStartMicros(Micros.of(start))
            .setEndMicros(Micros.of(start.plusMillis(millis)))
            .setGlance(FaceEvent.Glance.newBuilder().setTarget(target))
            .build();
    return FeedMessage.ofEvent(event, "{}");
  }

  @Test
  void aMissingLibrarySaysWhereToGetIt() {
    assertThatThrownBy(
            () ->
                LslOutlets.open(Optional.of(Path.of("/nowhere/liblsl.so")), FeedFilter.ofQuery("")))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith("lsl.library: cannot load /nowhere/liblsl.so")
        .hasMessageContaining("install liblsl")
        .hasMessageEndingWith("or name its file with --set lsl.library=FILE");
  }

  private static FeedMessage message(String camera, long frame, Instant captured) {
    GazePrediction prediction =
        GazePrediction.newBuilder()
            .setIdentity(
                FaceIdentity.newBuilder()
                    .setCamera(camera)
                    .setDomain("lab")
                    .setFrameSeq(frame)
                    .setCaptureMicros(Micros.of(captured)))
            .setCamera(Gaze.ofDegrees(3, -12).toMessage())
            .addAllOrigin(List.of(1.5, 2.5, 600.0))
            .setQuality(FaceQuality.newBuilder().setOverall(0.9f))
            .build();
    return FeedMessage.ofPrediction(prediction, "{}");
  }
}
