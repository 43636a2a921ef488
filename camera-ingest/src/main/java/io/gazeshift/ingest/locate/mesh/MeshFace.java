package io.gazeshift.ingest.locate.mesh;

import io.gazeshift.ingest.locate.GazeLandmarks;
import io.gazeshift.ingest.locate.Irises;
import io.gazeshift.ingest.locate.Landmarks;
import io.gazeshift.ingest.locate.LocatedFace;
import io.gazeshift.ingest.locate.pose.PoseFit;
import java.util.Optional;

/** A face that the mesh has read and a pose was found for. */
record MeshFace(
    Landmarks landmarks, Optional<Irises> irises, double score, PoseFit fit, double eyeOpenness) {

  LocatedFace located(int index) {
    return new LocatedFace(
        index,
        fit.pose(),
        score,
        fit.errorPx(),
        eyeOpenness,
        landmarks,
        irises.map(found -> new GazeLandmarks(MeshPoints.forGaze(landmarks), found)));
  }
}
