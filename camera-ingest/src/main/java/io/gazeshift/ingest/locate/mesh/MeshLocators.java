package io.gazeshift.ingest.locate.mesh;

import io.gazeshift.common.config.sections.FacesConfig;
import io.gazeshift.ingest.facemodels.FaceModel;
import io.gazeshift.ingest.facemodels.FaceModels;
import io.gazeshift.ingest.locate.FaceLocator;
import io.gazeshift.ingest.locate.LocatorFactory;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.source.CameraIntrinsics;

/**
 * Locators for real cameras, each with networks of its own. Opening one reads the face models; one
 * that is missing is a {@link io.gazeshift.common.UserError} that says how to get it.
 */
public final class MeshLocators implements LocatorFactory {

  private final FacesConfig config;
  private final FaceModels models;

  public MeshLocators(FacesConfig config) {
    this.config = config;
    this.models = new FaceModels(config.models());
  }

  /** Refuses models that are missing or wrong; worth asking before a camera is opened. */
  public void check() {
    for (FaceModel model : FaceModel.values()) {
      if (model != FaceModel.DETECTOR || config.yunet().isEmpty()) {
        models.read(model);
      }
    }
  }

  @Override
  public FaceLocator open(CameraIntrinsics camera) {
    OpenCv.load();
    FaceDetector detector = detector(camera);
    try {
      return new MeshLocator(
          detector, new MeshReader(models, config, camera), config.max(), config.redetect());
    } catch (RuntimeException e) {
      detector.close();
      throw e;
    }
  }

  private FaceDetector detector(CameraIntrinsics camera) {
    double minScore = config.minDetectionScore();
    return config
        .yunet()
        .<FaceDetector>map(
            file -> new YuNetDetector(file, minScore, camera.width(), camera.height()))
        .orElseGet(() -> new BlazeFaceDetector(models, minScore, camera.width(), camera.height()));
  }
}
