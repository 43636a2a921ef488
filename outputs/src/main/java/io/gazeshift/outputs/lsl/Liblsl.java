package io.gazeshift.outputs.lsl;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import io.gazeshift.common.UserError;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The functions of liblsl's C interface that are used; names are liblsl's. */
@SuppressWarnings({"checkstyle:MethodName", "MemberName"}) // JNA finds functions by their names.
interface Liblsl extends Library {

  /** The format cft_double64. */
  int DOUBLES = 2;

  /** The format cft_string. */
  int STRINGS = 3;

  /** The sampling rate of a stream whose samples come as they come. */
  double IRREGULAR = 0;

  @Nullable Pointer lsl_create_streaminfo(
      String name, String type, int channels, double rate, int format, String sourceId);

  void lsl_destroy_streaminfo(Pointer info);

  Pointer lsl_get_desc(Pointer info);

  Pointer lsl_append_child(Pointer element, String name);

  Pointer lsl_append_child_value(Pointer element, String name, String value);

  @Nullable Pointer lsl_create_outlet(Pointer info, int chunkSize, int mostSecondsBuffered);

  int lsl_push_sample_dtp(Pointer outlet, double[] sample, double time, int pushThrough);

  int lsl_push_sample_strtp(Pointer outlet, String[] sample, double time, int pushThrough);

  void lsl_destroy_outlet(Pointer outlet);

  double lsl_local_clock();

  int lsl_library_version();

  /**
   * Loads the library.
   *
   * @throws UserError if it is not there
   */
  static Liblsl load(Optional<Path> file) {
    try {
      return Native.load(
          file.map(path -> path.toAbsolutePath().toString()).orElse("lsl"),
          Liblsl.class,
          Map.of(Library.OPTION_STRING_ENCODING, "UTF-8"));
    } catch (UnsatisfiedLinkError e) {
      throw new UserError(
          "%s: cannot load %s (%s); install liblsl (https://github.com/sccn/liblsl/releases), or"
                  .formatted(
                      LslConfig.LIBRARY_KEY,
                      file.map(Path::toString).orElse("liblsl"),
                      String.valueOf(e.getMessage()).lines().findFirst().orElse("not found"))
              + " name its file with --set "
              + LslConfig.LIBRARY_KEY
              + "=FILE",
          e);
    }
  }
}
