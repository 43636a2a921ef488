package io.gazeshift.ingest;

import io.gazeshift.common.UserError;
import io.gazeshift.common.config.sections.CameraConfig;
import io.gazeshift.ingest.source.CaptureClock;
import io.gazeshift.ingest.source.Pacer;
import io.gazeshift.ingest.synthetic.SyntheticCamera;
import io.gazeshift.ingest.synthetic.SyntheticScene;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Knows every kind of camera there is, by what its configured source looks like. Refuses what it
 * does not know before anything is opened.
 */
public final class CameraSources {

  private static final Pattern SYNTHETIC =
      Pattern.compile("synthetic:(?<scene>[^?]*)(\\?seed=(?<seed>-?\\d{1,18}))?");

  private final CaptureClock clock;

  public CameraSources(CaptureClock clock) {
    this.clock = clock;
  }

  /** What opens this camera. */
  public CameraOpener openerFor(CameraConfig config) {
    Matcher synthetic = SYNTHETIC.matcher(config.source());
    if (synthetic.matches()) {
      SyntheticScene scene = sceneOf(config, synthetic.group("scene"));
      long seed = seedOf(config, synthetic.group("seed"));
      return () -> {
        SyntheticCamera camera =
            new SyntheticCamera(scene, seed, Pacer.realTime(config.fps(), clock));
        return new OpenCamera(camera, camera.locator());
      };
    }
    throw UserError.usage(
        "cameras: the source of %s, '%s', is not known; use synthetic:<scene>, such as synthetic:studio?seed=7"
            .formatted(config.id(), config.shownSource()));
  }

  private static SyntheticScene sceneOf(CameraConfig config, String name) {
    try {
      return SyntheticScene.named(name);
    } catch (UserError e) {
      throw UserError.usage("cameras: the source of %s: %s".formatted(config.id(), e.getMessage()));
    }
  }

  /** Without a seed, every camera shows somebody else, but the same one after a restart. */
  private static long seedOf(CameraConfig config, String seed) {
    return seed == null ? config.id().hashCode() : Long.parseLong(seed);
  }
}
