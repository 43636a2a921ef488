package io.gazeshift.ingest.source.ffmpeg;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gazeshift.common.UserError;
import org.bytedeco.ffmpeg.avformat.AVFormatContext;
import org.bytedeco.ffmpeg.avformat.AVIOInterruptCB;
import org.bytedeco.ffmpeg.global.avcodec;
import org.bytedeco.ffmpeg.global.avformat;
import org.bytedeco.ffmpeg.global.avutil;
import org.bytedeco.ffmpeg.global.swscale;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.Pointer;

/** The native side of FFmpeg: its libraries, its errors, and how its waiting is cut short. */
public final class Ffmpeg {

  private static final int MAX_ERROR_BYTES = 256;

  private Ffmpeg() {}

  /** Loads the libraries once for the process; later calls return at once, or fail as the first. */
  static void load() {
    if (Once.PROBLEM != null) {
      throw new UserError(Once.PROBLEM);
    }
  }

  /** FFmpeg's own version and the licence of this build, such as {@code 8.0.1 (LGPL ...)}. */
  public static String version() {
    load();
    return "%s (%s)"
        .formatted(avutil.av_version_info().getString(), avutil.avutil_license().getString());
  }

  /** Lets whatever this context waits for end as soon as the waiting thread is interrupted. */
  static void makeInterruptible(AVFormatContext context) {
    context.interrupt_callback().callback(Once.INTERRUPTED);
  }

  /** What FFmpeg says about one of its error codes; never holds an address. */
  static String describe(int error) {
    byte[] text = new byte[MAX_ERROR_BYTES];
    avutil.av_strerror(error, text, text.length);
    int end = 0;
    while (end < text.length && text[end] != 0) {
      end++;
    }
    return new String(text, 0, end, UTF_8);
  }

  /**
   * FFmpeg asks this, on the thread that waits, whether to go on. One for the process: a callback
   * takes one of very few native slots.
   */
  private static final class Interrupted extends AVIOInterruptCB.Callback_Pointer {

    @Override
    public int call(Pointer opaque) {
      return Thread.currentThread().isInterrupted() ? 1 : 0;
    }
  }

  /** The class loader runs this once. */
  private static final class Once {
    static final String PROBLEM = tryLoad();
    static final Interrupted INTERRUPTED = PROBLEM == null ? new Interrupted() : null;

    private static String tryLoad() {
      try {
        Loader.load(avutil.class);
        Loader.load(avcodec.class);
        Loader.load(avformat.class);
        Loader.load(swscale.class);
        // Its log knows addresses with their passwords; what matters comes back as an error.
        avutil.av_log_set_level(avutil.AV_LOG_QUIET);
        avformat.avformat_network_init();
        return null;
      } catch (UnsatisfiedLinkError | NoClassDefFoundError e) {
        return "cannot load FFmpeg's native libraries for %s: %s"
            .formatted(Loader.getPlatform(), e.getMessage());
      }
    }
  }
}
