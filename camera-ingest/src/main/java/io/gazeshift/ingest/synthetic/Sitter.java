package io.gazeshift.ingest.synthetic;

import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.protocol.Gaze;
import java.util.ArrayList;
import java.util.List;

/** A person ready to be drawn: surfaces, textures and eyes, made once when they sit down. */
final class Sitter {

  private final RenderedPerson person;
  private final Rasteriser rasteriser;
  private final List<Mesh> onBody = new ArrayList<>();
  private final List<Mesh> onHead = new ArrayList<>();
  private final EyeTracer tracer;
  private final double[][] eyes;

  Sitter(RenderedPerson person, Look look, Lens lens, Picture picture) {
    this.person = person;
    this.rasteriser = new Rasteriser(lens, picture);
    HeadMesh head = new HeadMesh(person, look);
    onBody.add(BodyMesh.neck(person, look));
    onBody.add(BodyMesh.torso(person, look));
    onHead.add(head.mesh());
    if (person.glasses()) {
      onHead.addAll(GlassesMesh.of(person, look));
    }
    this.tracer = new EyeTracer(person, look, lens, picture);
    this.eyes = new double[][] {head.eye(person, -1), head.eye(person, 1)};
  }

  void draw(Moment moment, Light light) {
    // The nearer first, so that little is drawn twice.
    for (Mesh mesh : onHead) {
      rasteriser.draw(mesh, moment.head(), light);
    }
    for (Mesh mesh : onBody) {
      rasteriser.draw(mesh, moment.body(), light);
    }
    for (int side = -1; side <= 1; side += 2) {
      double[] eye = eyes[(side + 1) / 2];
      double[] axis = axisOf(person, side, eye, moment);
      tracer.draw(moment.head(), side, eye, axis, moment.eyeOpenness(), light);
    }
  }

  /** Where an eyeball points when its visual axis meets the point looked at; in head axes. */
  static double[] axisOf(RenderedPerson person, int side, double[] eye, Moment moment) {
    HeadPose pose = moment.head();
    double[] from = pose.toCamera(eye);
    double[] to = moment.fixated();
    double[] visual =
        pose.headToCamera()
            .inverse()
            .apply(new double[] {to[0] - from[0], to[1] - from[1], to[2] - from[2]});
    Gaze axis = Gaze.along(visual[0], visual[1], visual[2]);
    RenderedPerson.Eyes its = person.eyes();
    return new Gaze(
            axis.pitchRad() + Math.toRadians(its.offsetPitchDeg()),
            axis.yawRad() + Math.toRadians(its.offsetYawDeg() - side * its.spreadDeg()))
        .vector();
  }
}
