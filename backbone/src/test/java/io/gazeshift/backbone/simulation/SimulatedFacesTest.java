package io.gazeshift.backbone.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.backbone.engine.BackboneFile;
import io.gazeshift.backbone.engine.BackboneOptions;
import io.gazeshift.backbone.input.LandmarkInput;
import io.gazeshift.backbone.landmarks.LandmarkNetwork;
import io.gazeshift.backbone.samples.ExtractedSamples;
import io.gazeshift.ingest.locate.RigidFace;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.LandmarkPoints;
import io.gazeshift.protocol.v1.FaceLandmarks;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SimulatedFacesTest {

  /** Points on an ellipsoid of a head's size, spread as those of a face are. */
  static RigidFace ellipsoid() {
    double[][] corners = {
      onHead(-45, -28), onHead(-17, -28), onHead(17, -28), onHead(45, -28),
    };
    double[][] skull = new double[LandmarkPoints.SKULL][];
    for (int i = 0; i < skull.length; i++) {
      double radius = 12 + 55 * Math.sqrt((i + 0.5) / skull.length);
      skull[i] = onHead(radius * Math.cos(2.4 * i), -16 + 0.7 * radius * Math.sin(2.4 * i));
    }
    return new RigidFace(corners, skull);
  }

  private static double[] onHead(double x, double y) {
    double share = 1 - x * x / (80.0 * 80) - y * y / (110.0 * 110);
    return new double[] {x, y, 70 - 90 * Math.sqrt(share)};
  }

  @Test
  void equalSeedsGiveEqualFaces() {
    try (SimulatedFaces first = new SimulatedFaces(ellipsoid(), 3, 1);
        SimulatedFaces second = new SimulatedFaces(ellipsoid(), 3, 1);
        SimulatedFaces other = new SimulatedFaces(ellipsoid(), 3, 2)) {
      for (int i = 0; i < 10; i++) {
        SimulatedFace face = first.next();
        assertThat(second.next()).isEqualTo(face);
        assertThat(other.next()).isNotEqualTo(face);
        assertThat(first.person()).isEqualTo(i / 3);
      }
    }
  }

  @Test
  void theIrisMovesWithTheGazeAsItWasMeasured() {
    SplittableRandom random = new SplittableRandom(1);
    double across = 0;
    double up = 0;
    double lid = 0;
    int people = 500;
    for (int i = 0; i < people; i++) {
      SimulatedEye eye = new SimulatedEye(new EyeTraits(random), i % 2 == 0 ? -1 : 1, random);
      across += irisX(eye, Gaze.ofDegrees(0, 5)) - irisX(eye, Gaze.ofDegrees(0, -5));
      up += irisY(eye, Gaze.ofDegrees(5, 0)) - irisY(eye, Gaze.ofDegrees(-5, 0));
      lid += upperLidY(eye, Gaze.ofDegrees(5, 0)) - upperLidY(eye, Gaze.ofDegrees(-5, 0));
    }
    // Millimetres for each degree: towards the image's left is towards smaller x, up smaller y.
    assertThat(across / people / 10).isCloseTo(-0.128, within(0.005));
    assertThat(up / people / 10).isCloseTo(-0.06, within(0.005));
    assertThat(lid / people / 10).isCloseTo(-0.074, within(0.005));
  }

  private static double irisX(SimulatedEye eye, Gaze gaze) {
    return eye.iris(gaze)[0] - middle(eye, gaze, 0);
  }

  private static double irisY(SimulatedEye eye, Gaze gaze) {
    return eye.iris(gaze)[1] - middle(eye, gaze, 1);
  }

  private static double upperLidY(SimulatedEye eye, Gaze gaze) {
    return eye.lids(gaze)[12][1] - middle(eye, gaze, 1);
  }

  private static double middle(SimulatedEye eye, Gaze gaze, int axis) {
    double[][] lids = eye.lids(gaze);
    return (lids[LandmarkPoints.OUTER_CORNER][axis] + lids[LandmarkPoints.INNER_CORNER][axis]) / 2;
  }

  @Test
  void facesLookLikeFaces() {
    try (SimulatedFaces faces = new SimulatedFaces(ellipsoid(), 5, 1)) {
      for (int i = 0; i < 500; i++) {
        FaceLandmarks face = faces.next().face().getLandmarks();
        assertThat(face.getRight().getIrisX()).isLessThan(face.getLeft().getIrisX());
        assertThat(face.getRight().getIrisRadius()).isBetween(4f, 8f);
        // The outer corner is on the image's left of the inner one in the right eye.
        assertThat(face.getRight().getLids(0)).isLessThan(face.getRight().getLids(16));
        assertThat(face.getLeft().getLids(0)).isGreaterThan(face.getLeft().getLids(16));
        // The upper lid is above the lower one.
        assertThat(face.getRight().getLids(25)).isLessThan(face.getRight().getLids(9));
      }
    }
  }

  @Test
  void samplesHaveFeaturesOfAboutUnitVarianceGazeAndPersons() {
    try (Backbone backbone =
        BackboneFile.of(LandmarkNetwork.write(), "landmarks")
            .open(new LandmarkInput(LandmarkNetwork.OUTPUT), new BackboneOptions("cpu", 1))) {
      ExtractedSamples samples =
          SimulatedSamples.draw(backbone, ellipsoid(), 3000, 30, 1, fraction -> {});

      assertThat(samples.size()).isEqualTo(3000);
      assertThat(Arrays.stream(samples.persons()).distinct()).hasSize(30);
      assertThat(samples.gaze())
          .hasValueSatisfying(gaze -> assertThat(gaze.rows()).isEqualTo(3000));
      // The first one is the iris's way across, which hardly depends on the skull.
      double square = 0;
      for (int i = 0; i < samples.size(); i++) {
        square += Math.pow(samples.values()[i * samples.width()], 2) / samples.size();
      }
      assertThat(Math.sqrt(square)).isCloseTo(1, within(0.2));
    }
  }

  @Test
  void aPersonNeedsAFace() {
    assertThatThrownBy(() -> new SimulatedFaces(ellipsoid(), 0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("got 0");
  }
}
