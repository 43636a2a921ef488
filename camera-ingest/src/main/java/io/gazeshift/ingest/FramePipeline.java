package io.gazeshift.ingest;

import io.gazeshift.ingest.config.CameraConfig;
import io.gazeshift.ingest.config.IngestConfig;
import io.gazeshift.ingest.locate.LocatedFace;
import io.gazeshift.ingest.metrics.CameraMeters;
import io.gazeshift.ingest.metrics.IngestMeters;
import io.gazeshift.ingest.normalise.LandmarkProjection;
import io.gazeshift.ingest.normalise.NormalisedFace;
import io.gazeshift.ingest.normalise.Normaliser;
import io.gazeshift.ingest.normalise.QualityMeter;
import io.gazeshift.ingest.normalise.VirtualCamera;
import io.gazeshift.ingest.preview.FrameView;
import io.gazeshift.ingest.preview.FrameViews;
import io.gazeshift.ingest.publish.FaceRecords;
import io.gazeshift.ingest.publish.FaceSink;
import io.gazeshift.ingest.publish.JpegEncoder;
import io.gazeshift.ingest.source.CameraFrame;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.protocol.v1.FaceLandmarks;
import io.gazeshift.protocol.v1.FaceQuality;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The processing of a frame of one open camera: read, locate, normalise, encode, publish. Owns the
 * camera and all native buffers; used by one thread.
 */
public final class FramePipeline implements AutoCloseable {

  /** The meters of all stages; they outlive a pipeline, for a camera may be opened again. */
  public static final class Meters {
    private final Timer read;
    private final Timer locate;
    private final Timer normalise;
    private final Timer measure;
    private final Timer encode;
    private final Counter captured;
    private final Counter missed;
    private final Counter faceless;
    private final Counter found;

    public Meters(CameraMeters meters) {
      this.read = meters.stage("read");
      this.locate = meters.stage("locate");
      this.normalise = meters.stage("normalise");
      this.measure = meters.stage("measure");
      this.encode = meters.stage("encode");
      this.captured = meters.counter(IngestMeters.CAPTURED);
      this.missed = meters.counter(IngestMeters.MISSED);
      this.faceless = meters.counter(IngestMeters.FACELESS);
      this.found = meters.counter(IngestMeters.FOUND);
    }
  }

  private final OpenCamera camera;
  private final long firstSeq;
  private final FaceSink sink;
  private final Meters meters;
  private final FaceRecords records;
  private final CameraFrame frame;
  private final Normaliser normaliser;
  private final QualityMeter qualityMeter;
  private final LandmarkProjection landmarks;
  private final JpegEncoder encoder;
  private final boolean patches;
  private final FrameView view;
  private long nextSeq;

  /** Frames are counted from {@code firstSeq}: a camera opened again must not repeat itself. */
  public FramePipeline(
      CameraConfig config,
      IngestConfig ingest,
      long captureSession,
      OpenCamera camera,
      long firstSeq,
      FaceSink sink,
      FrameViews views,
      Meters meters) {
    this.camera = camera;
    this.firstSeq = firstSeq;
    this.nextSeq = firstSeq;
    this.sink = sink;
    this.meters = meters;
    VirtualCamera virtual =
        new VirtualCamera(ingest.focalPixels(), ingest.distanceMm(), ingest.patchSizePixels());
    var intrinsics = camera.source().intrinsics();
    this.records =
        new FaceRecords(
            config.id(),
            config.domain(),
            captureSession,
            intrinsics.id(),
            intrinsics.assumed(),
            virtual.sizePx());
    // The two that can reject come first: nothing native is left behind.
    this.encoder = new JpegEncoder(ingest.jpegQuality());
    this.normaliser = new Normaliser(intrinsics, virtual);
    this.qualityMeter = new QualityMeter(virtual);
    this.landmarks = new LandmarkProjection(intrinsics);
    this.patches = ingest.patches();
    this.frame = CameraFrame.of(intrinsics);
    this.view = views.open(config.id(), intrinsics);
  }

  /** Waits for the next frame; false at the end of the source. */
  public boolean read() throws IOException, InterruptedException {
    long start = System.nanoTime();
    if (!camera.source().read(frame)) {
      return false;
    }
    meters.read.record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
    meters.captured.increment();
    meters.missed.increment((double) Math.max(0, seq() - nextSeq));
    nextSeq = seq() + 1;
    return true;
  }

  /** Sends every face of the frame read last. */
  public void process() {
    List<LocatedFace> faces = meters.locate.record(() -> camera.locator().locate(frame));
    if (faces.isEmpty()) {
      meters.faceless.increment();
    }
    meters.found.increment(faces.size());
    view.begin(frame.bgr());
    for (LocatedFace face : faces) {
      process(face);
    }
    view.end();
  }

  private void process(LocatedFace face) {
    NormalisedFace normalised =
        meters.normalise.record(() -> normaliser.normalise(frame.bgr(), face.pose()));
    Optional<FaceLandmarks> points =
        face.gazeLandmarks()
            .flatMap(
                found ->
                    landmarks.project(
                        found, normalised.cameraToVirtual(), face.pose().distanceMm()));
    FaceQuality quality =
        meters.measure.record(() -> qualityMeter.measure(normalised, face, points));
    FaceFrame record = record(face, normalised, points, quality);
    sink.offer(record);
    camera
        .known()
        .of(face)
        .ifPresent(gaze -> sink.offerTruth(FaceRecords.truth(record.getIdentity(), gaze)));
    view.face(face, normalised.patch());
  }

  private FaceFrame record(
      LocatedFace face,
      NormalisedFace normalised,
      Optional<FaceLandmarks> points,
      FaceQuality quality) {
    FaceFrame.Builder record =
        records.face(seq(), frame.captureMicros(), face, normalised.cameraToVirtual(), quality);
    points.ifPresent(record::setLandmarks);
    if (patches) {
      byte[] jpeg = meters.encode.record(() -> encoder.encode(normalised.patch()));
      records.addPatch(record, jpeg);
    }
    return record.build();
  }

  /** The number after the last frame's. */
  public long nextSeq() {
    return nextSeq;
  }

  private long seq() {
    return firstSeq + frame.frameSeq();
  }

  @Override
  public void close() {
    try (camera;
        encoder;
        normaliser;
        qualityMeter;
        landmarks;
        view) {
      frame.close();
    }
  }
}
