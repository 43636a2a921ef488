package io.gazeshift.ingest.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.ingest.normalise.Normaliser;
import io.gazeshift.protocol.Gaze;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SyntheticPatchesTest {

  @Test
  void theSameSeedGivesTheSamePatches() throws InterruptedException {
    try (SyntheticPatches one = new SyntheticPatches(SyntheticScene.STUDIO, 8);
        SyntheticPatches two = new SyntheticPatches(SyntheticScene.STUDIO, 8)) {
      // Past the change of the person.
      for (int i = 0; i < 35; i++) {
        LabelledPatch a = one.next();
        LabelledPatch b = two.next();
        assertThat(a.jpeg()).isEqualTo(b.jpeg());
        assertThat(a.normalisedGaze()).isEqualTo(b.normalisedGaze());
      }
      assertThat(one.person()).isEqualTo(1);
    }
  }

  @Test
  void aPatchIsAJpegOfTheStandardSizeThatDecodes() throws InterruptedException {
    try (SyntheticPatches patches = new SyntheticPatches(SyntheticScene.STUDIO, 1)) {
      LabelledPatch patch = patches.next();

      assertThat(patch.jpeg()).startsWith(0xFF, 0xD8, 0xFF);
      assertThat(patch.decodeBgr()).hasSize(224 * 224 * 3);
    }
  }

  @Test
  void theLabelIsInNormalisedAxes() throws InterruptedException {
    try (SyntheticPatches patches = new SyntheticPatches(SyntheticScene.STUDIO, 1)) {
      LabelledPatch patch = patches.next();

      assertThat(patch.cameraToVirtual()).isEqualTo(Normaliser.cameraToVirtual(patch.pose()));
      Gaze camera = patch.normalisedGaze().rotatedBy(patch.cameraToVirtual().inverse());
      assertThat(camera.pitchDeg()).isBetween(-45.0, 45.0);
      assertThat(camera.rotatedBy(patch.cameraToVirtual()).angleToRad(patch.normalisedGaze()))
          .isCloseTo(0, within(1e-12));
    }
  }

  @Test
  void neighbouringPatchesLookElsewhere() throws InterruptedException {
    Set<Long> gazes = new HashSet<>();
    try (SyntheticPatches patches = new SyntheticPatches(SyntheticScene.STUDIO, 2)) {
      for (int i = 0; i < 60; i++) {
        Gaze gaze = patches.next().normalisedGaze();
        gazes.add(Math.round(gaze.yawDeg() * 2) * 1000 + Math.round(gaze.pitchDeg() * 2));
      }
    }

    assertThat(gazes).hasSizeGreaterThan(45);
  }
}
