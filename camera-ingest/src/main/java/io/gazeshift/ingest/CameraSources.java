package io.gazeshift.ingest;

import io.gazeshift.common.UserError;
import io.gazeshift.ingest.calibrate.IntrinsicsFile;
import io.gazeshift.ingest.config.CameraConfig;
import io.gazeshift.ingest.locate.LocatorFactory;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.CaptureClock;
import io.gazeshift.ingest.source.FrameSource;
import io.gazeshift.ingest.source.LiveSource;
import io.gazeshift.ingest.source.Optics;
import io.gazeshift.ingest.source.Pacer;
import io.gazeshift.ingest.source.SourceAddress;
import io.gazeshift.ingest.source.SourceOpener;
import io.gazeshift.ingest.source.Speed;
import io.gazeshift.ingest.source.device.DeviceSource;
import io.gazeshift.ingest.source.ffmpeg.StreamSource;
import io.gazeshift.ingest.source.ffmpeg.VideoFileSource;
import io.gazeshift.ingest.source.folder.ImageFiles;
import io.gazeshift.ingest.source.folder.ImageFolder;
import io.gazeshift.ingest.synthetic.Staging;
import io.gazeshift.ingest.synthetic.SyntheticCamera;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalDouble;

/**
 * Maps a configured source to its kind of camera. Rejects unknown sources before anything is
 * opened. A missing camera is not rejected, because it may appear later.
 */
public final class CameraSources {

  private final LocatorFactory locators;
  private final Duration stallTimeout;
  private final CaptureClock clock;

  /**
   * @param locators finds faces in the frames of real cameras; a synthetic one knows its own
   *     landmarks
   * @param stallTimeout how long a live camera may give no frame
   */
  public CameraSources(LocatorFactory locators, Duration stallTimeout, CaptureClock clock) {
    this.locators = locators;
    this.stallTimeout = stallTimeout;
    this.clock = clock;
  }

  /** Whether no real person is visible. */
  public static boolean isRendered(CameraConfig config) {
    return SourceAddress.parse(config.source()) instanceof SourceAddress.Synthetic;
  }

  /** Whether faces in this camera's frames must be found. */
  static boolean needsFaceModels(CameraConfig config) {
    return !isRendered(config);
  }

  /** What opens this camera. */
  public CameraOpener openerFor(CameraConfig config) {
    try {
      return openerFor(config, SourceAddress.parse(config.source()));
    } catch (UserError e) {
      throw UserError.usage(
          "cameras: camera %s: source '%s' %s"
              .formatted(config.id(), config.shownSource(), e.getMessage()));
    }
  }

  private CameraOpener openerFor(CameraConfig config, SourceAddress address) {
    if (address instanceof SourceAddress.Synthetic synthetic) {
      return synthetic(config, synthetic);
    }
    if (address instanceof SourceAddress.Device device) {
      return located(
          live(config, () -> DeviceSource.open(device, config.fps(), optics(config), clock)));
    }
    if (address instanceof SourceAddress.Stream stream) {
      return located(live(config, () -> StreamSource.open(stream, optics(config), clock)));
    }
    if (address instanceof SourceAddress.Video video) {
      return located(video(config, video));
    }
    if (address instanceof SourceAddress.Folder folder) {
      return located(folder(config, folder));
    }
    return located(plain(config, ((SourceAddress.Plain) address).path()));
  }

  private CameraOpener synthetic(CameraConfig config, SourceAddress.Synthetic address) {
    Staging staging = Staging.parse(address.staging());
    // Without a seed, every camera shows a different person, but the same one after a restart.
    long seed = config.id().hashCode();
    return () -> {
      SyntheticCamera camera =
          new SyntheticCamera(staging, seed, Pacer.realTime(config.fps(), clock));
      return new OpenCamera(camera, camera.locator(), camera.known());
    };
  }

  private SourceOpener live(CameraConfig config, SourceOpener camera) {
    return () -> LiveSource.open(config.id(), camera, stallTimeout);
  }

  private SourceOpener video(CameraConfig config, SourceAddress.Video video) {
    return () -> VideoFileSource.open(video, optics(config), clock);
  }

  private SourceOpener folder(CameraConfig config, SourceAddress.Folder address) {
    double fps = address.fps().orElse(config.fps());
    ImageFolder folder =
        new ImageFolder(
            config.id(),
            address.path(),
            address.loop(),
            () ->
                address.speed() == Speed.MAX
                    ? Pacer.unpaced(fps, clock.epochMicros())
                    : Pacer.realTime(fps, clock));
    return () -> folder.open(optics(config));
  }

  private SourceOpener plain(CameraConfig config, Path path) {
    SourceOpener video = video(config, new SourceAddress.Video(path, Speed.OWN, false));
    SourceOpener folder =
        folder(config, new SourceAddress.Folder(path, Speed.OWN, false, OptionalDouble.empty()));
    return () -> (Files.isDirectory(path) || ImageFiles.isOne(path) ? folder : video).open();
  }

  private CameraOpener located(SourceOpener opener) {
    return () -> {
      FrameSource source = opener.open();
      try {
        return new OpenCamera(source, locators.open(source.intrinsics()));
      } catch (IOException | RuntimeException e) {
        source.close();
        throw e;
      }
    };
  }

  /** Read at every opening, so that a calibration mended in place is found. */
  private static Optics optics(CameraConfig config) {
    if (config.calibration().isEmpty()) {
      return (width, height) ->
          CameraIntrinsics.assumed(width, height, config.fieldOfViewDegrees());
    }
    CameraIntrinsics calibrated = IntrinsicsFile.read(config.calibration().get());
    return calibrated::scaledTo;
  }
}
