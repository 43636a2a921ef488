import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.ZoneOffset;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Rewrites large jars of a distribution: without native libraries of other platforms, and without
 * parts of OpenCV, FFmpeg, OpenBLAS and Kafka's clients that the program does not load. Entries get their
 * time with a time zone, because JavaCPP compares it with the time of what it unpacked before.
 *
 * <p>The build runs it: {@code java SlimJars.java LIB PLATFORM CACHE}. The cache spares the next
 * build the work; it holds for these rules, and versions are in the names of the jars.
 */
final class SlimJars {

  private static final Pattern JARS =
      Pattern.compile(
          "(onnxruntime|zstd-jni|snappy-java|lz4-java|jna|pytorch-jni|javacpp|opencv|ffmpeg|openblas"
              + "|kafka-clients)(_gpu)?-[0-9].*\\.jar");

  /** What the libraries call a platform, by the name that JavaCPP has for it. */
  private static final Map<String, List<String>> DIRECTORIES =
      Map.of(
          "linux-x86_64",
          List.of("linux-x86_64/", "linux-x64/", "linux-x86-64/", "linux/amd64/", "Linux/x86_64/"),
          "linux-arm64",
          List.of("linux-arm64/", "linux-aarch64/", "linux/aarch64/", "Linux/aarch64/"));

  private static final Pattern NATIVE =
      Pattern.compile(".*(\\.(so|dll|lib|dylib|jnilib|a)|\\.so\\.[^/]*|\\.dSYM/.*)");

  /**
   * The program uses OpenCV through its own Java classes, not JavaCPP's, and of Kafka's clients all
   * but the telemetry, for which they carry a Protobuf of their own.
   */
  private static final Pattern UNUSED =
      Pattern.compile(
          "META-INF/native-image/.*"
              + "|org/apache/kafka/shaded/(com/google/protobuf|io/opentelemetry)/.*"
              + "|org/bytedeco/opencv/(global|opencv_\\w+)/.*"
              + "|org/bytedeco/\\w+/[\\w-]+/("
              + "(python|share|include|lib)/.*"
              + "|libjniopencv_.*|opencv_[\\w-]+"
              + "|libopencv_(stitching|optflow|mcc|highgui|videostab|superres|rapid|quality)\\.so.*"
              + "|libjniopenblas_full\\.so"
              + "|lib(jni)?av(device|filter)\\.so.*|ffmpeg|ffprobe)");

  private SlimJars() {}

  public static void main(String[] args) throws IOException {
    List<String> directories = DIRECTORIES.get(args[1]);
    if (directories == null) {
      System.out.println("all native libraries stay: no rules for " + args[1]);
      return;
    }
    String rules = directories + NATIVE.pattern() + UNUSED.pattern();
    Path cache = Files.createDirectories(Path.of(args[2], Integer.toHexString(rules.hashCode())));
    try (DirectoryStream<Path> jars =
        Files.newDirectoryStream(
            Path.of(args[0]), jar -> JARS.matcher(jar.getFileName().toString()).matches())) {
      for (Path jar : jars) {
        Path slim = cache.resolve(jar.getFileName());
        if (Files.notExists(slim)) {
          write(jar, slim, directories);
        }
        Files.copy(
            slim, jar, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  private static void write(Path jar, Path slim, List<String> directories) throws IOException {
    Path unfinished = slim.resolveSibling(slim.getFileName() + ".new");
    try (ZipFile from = new ZipFile(jar.toFile());
        OutputStream file = new BufferedOutputStream(Files.newOutputStream(unfinished));
        ZipOutputStream to = new ZipOutputStream(file)) {
      to.setLevel(Deflater.BEST_COMPRESSION);
      for (Enumeration<? extends ZipEntry> all = from.entries(); all.hasMoreElements(); ) {
        ZipEntry entry = all.nextElement();
        if (!isKept(entry.getName(), directories)) {
          continue;
        }
        ZipEntry copy = new ZipEntry(entry.getName());
        copy.setLastModifiedTime(FileTime.from(entry.getTimeLocal().toInstant(ZoneOffset.UTC)));
        to.putNextEntry(copy);
        try (InputStream content = from.getInputStream(entry)) {
          content.transferTo(to);
        }
        to.closeEntry();
      }
    }
    Files.setLastModifiedTime(unfinished, Files.getLastModifiedTime(jar));
    Files.move(unfinished, slim, StandardCopyOption.ATOMIC_MOVE);
  }

  private static boolean isKept(String name, List<String> directories) {
    return !UNUSED.matcher(name).matches()
        && (!NATIVE.matcher(name).matches() || directories.stream().anyMatch(name::contains));
  }
}
