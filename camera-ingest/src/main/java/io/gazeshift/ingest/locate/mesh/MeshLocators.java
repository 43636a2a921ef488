package io.gazeshift.ingest.locate.mesh;

import io.gazeshift.ingest.config.FacesConfig;
import io.gazeshift.ingest.facemodels.FaceModel;
import io.gazeshift.ingest.facemodels.FaceModels;
import io.gazeshift.ingest.locate.FaceLocator;
import io.gazeshift.ingest.locate.LocatorFactory;
import io.gazeshift.ingest.locate.RigidFace;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.source.CameraIntrinsics;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Locators for real cameras, each with networks of its own. Opening the first reads the face
 * models; one that is missing is a {@link io.gazeshift.common.UserError} that says how to get it.
 * Thread-safe; close it after its locators.
 */
public final class MeshLocators implements LocatorFactory, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(MeshLocators.class);

  private final FacesConfig config;
  private final FaceModels models;
  private final AtomicBoolean advised = new AtomicBoolean();

  /**
   * Networks of closed locators: reading them takes much longer than opening a camera, and a camera
   * that fails is opened again and again.
   */
  private final Deque<Networks> idle = new ConcurrentLinkedDeque<>();

  public MeshLocators(FacesConfig config) {
    this.config = config;
    this.models = new FaceModels(config.models());
  }

  /** What the locators take every head for. */
  public static RigidFace averageFace(FaceModels models) {
    return AverageFace.of(models).rigid();
  }

  /** Rejects models that are missing or wrong; worth asking before a camera is opened. */
  public void check() {
    models.read(FaceModel.DETECTOR);
    models.read(FaceMesh.bestModel(models));
    models.read(FaceModel.AVERAGE_FACE);
  }

  /** What to do to have faces found better; empty where nothing is left to do. */
  public Optional<String> advice() {
    return FaceMesh.bestModel(models) == FaceModel.ATTENTION_MESH
        ? Optional.empty()
        : Optional.of(
            "%s has no %s; run '%s' for finer eyelids and for irises"
                .formatted(
                    models.directory(),
                    FaceModel.ATTENTION_MESH.fileName(),
                    FaceModels.FETCH_COMMAND));
  }

  @Override
  public FaceLocator open(CameraIntrinsics camera) {
    OpenCv.load();
    AverageFace face = AverageFace.of(models);
    Networks free = idle.poll();
    Networks networks = free == null ? read() : free;
    MeshReader reader =
        new MeshReader(
            networks.mesh(), camera, face, config.minMeshScore(), config.maxReprojection());
    return new MeshLocator(
        networks.detector(), reader, config.max(), config.redetect(), () -> idle.push(networks));
  }

  private Networks read() {
    FaceMesh mesh = FaceMesh.of(models);
    if (advised.compareAndSet(false, true)) {
      advice().ifPresent(what -> LOG.info("using the plain face mesh: {}", what));
    }
    try {
      return new Networks(new BlazeFaceDetector(models, config.minDetectionScore()), mesh);
    } catch (RuntimeException e) {
      mesh.close();
      throw e;
    }
  }

  @Override
  public void close() {
    for (Networks free = idle.poll(); free != null; free = idle.poll()) {
      free.close();
    }
  }
}
