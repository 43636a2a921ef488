package io.gazeshift.targets.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.protocol.Gaze;
import io.gazeshift.targets.shape.PointMm;
import io.gazeshift.targets.shape.ScreenPlace;
import io.gazeshift.targets.shape.Target;
import io.gazeshift.targets.shape.TargetShape;
import io.gazeshift.targets.shape.TargetShape.Unit;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class TargetDrawingTest {

  private static final PointMm HEAD = new PointMm(0, 0, 700);
  private static final List<Target> TARGETS =
      List.of(
          new Target(
              "mirror", new TargetShape.Disc(new PointMm(800, -50, -100), 90, Unit.MILLIMETRES)),
          new Target(
              "screen",
              new TargetShape.Screen(
                  ScreenPlace.ofCentre(new PointMm(0, 170, 0), 530, 300, new PointMm(0, 0, 1)),
                  Optional.empty())),
          new Target(
              "bag", new TargetShape.Box(new PointMm(-500, 400, 0), new PointMm(200, 300, 200))),
          new Target("road", new TargetShape.Direction(Gaze.ofDegrees(2, 0), 8)));

  @Test
  void everyTargetIsNamedInEveryView() throws Exception {
    Document drawing = drawing(Optional.empty());

    for (Target target : TARGETS) {
      assertThat(places(drawing, target.name())).as(target.name()).hasSize(3);
    }
    assertThat(places(drawing, "Targets of domain <lab>")).hasSize(1);
  }

  @Test
  void whatIsRightInTheImageIsOnTheLeftOfThePerson() throws Exception {
    Document drawing = drawing(Optional.empty());

    List<double[]> mirror = places(drawing, "mirror");
    List<double[]> camera = places(drawing, "camera");
    // From above: x is right in the image. As the person sees it: the other way round.
    assertThat(mirror.get(0)[0]).isGreaterThan(camera.get(0)[0]);
    assertThat(mirror.get(2)[0]).isLessThan(camera.get(2)[0]);
    // The screen is below the camera, both from the side and for the person.
    List<double[]> screen = places(drawing, "screen");
    assertThat(screen.get(1)[1]).isGreaterThan(camera.get(1)[1]);
    assertThat(screen.get(2)[1]).isGreaterThan(camera.get(2)[1]);
  }

  @Test
  void onThePictureAnArrowPointsTheWayTheEyesTurn() throws Exception {
    CameraPicture picture = new CameraPicture(new byte[] {1, 2, 3}, "image/png", 640, 480, 550);
    Document drawing = drawing(Optional.of(picture));

    double middle = 1160 / 2.0;
    assertThat(places(drawing, "mirror").get(3)[0]).isGreaterThan(middle + 100);
    assertThat(places(drawing, "bag").get(3)[0]).isLessThan(middle - 50);
    assertThat(drawing.getElementsByTagName("image").getLength()).isEqualTo(1);
  }

  @Test
  void sizesAreThoseOfATapeMeasure() {
    SeenSize screen = SeenSize.of(TARGETS.get(1).shape(), HEAD).orElseThrow();

    assertThat(screen.gaze().pitchDeg())
        .isCloseTo(-Math.toDegrees(Math.atan(170 / 700.0)), within(1e-9));
    assertThat(screen.gaze().yawDeg()).isCloseTo(0, within(1e-9));
    assertThat(screen.distanceMm()).isCloseTo(Math.hypot(170, 700), within(1e-9));
    // The nearer, upper edge looks wider than the middle.
    assertThat(screen.widthDeg()).isBetween(2 * Math.toDegrees(Math.atan(265 / 720.0)), 43.0);
    assertThat(screen.heightDeg())
        .isCloseTo(Math.toDegrees(Math.atan(320 / 700.0) - Math.atan(20 / 700.0)), within(0.5));
    SeenSize road = SeenSize.of(TARGETS.get(3).shape(), HEAD).orElseThrow();
    assertThat(road.widthDeg()).isCloseTo(16, within(1e-9));
    assertThat(road.distanceMm()).isInfinite();
  }

  private static Document drawing(Optional<CameraPicture> picture) throws Exception {
    String svg = new TargetDrawing("<lab>", TARGETS, HEAD).svg(picture);
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
  }

  /** Where a text stands, in the order of the views. */
  private static List<double[]> places(Document drawing, String text) {
    List<double[]> places = new ArrayList<>();
    NodeList texts = drawing.getElementsByTagName("text");
    for (int i = 0; i < texts.getLength(); i++) {
      Element element = (Element) texts.item(i);
      if (element.getTextContent().replace(" (far away)", "").equals(text)) {
        places.add(
            new double[] {
              Double.parseDouble(element.getAttribute("x")),
              Double.parseDouble(element.getAttribute("y"))
            });
      }
    }
    return places;
  }
}
