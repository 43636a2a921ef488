package io.gazeshift.daemon.process;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.security.CodeSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The versions of the program and its libraries, read from the names of the loaded jars. */
public final class Libraries {

  private static final Pattern JAR_VERSION = Pattern.compile(".*?-(\\d[^/]*?)\\.jar");

  private Libraries() {}

  /** The program's own version. */
  public static String program() {
    String version = Libraries.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  /** The commit the program was built from. */
  public static String build() {
    CodeSource source = Libraries.class.getProtectionDomain().getCodeSource();
    try (JarFile jar = new JarFile(new File(source.getLocation().toURI()))) {
      String build = jar.getManifest().getMainAttributes().getValue("Implementation-Build");
      // Maven leaves its placeholder if the source is not a git checkout.
      return build == null || build.startsWith("$") ? "unknown" : build;
    } catch (IOException | URISyntaxException | RuntimeException e) {
      return "unknown";
    }
  }

  /** The most important libraries. */
  public static Map<String, String> versions() {
    Map<String, String> versions = new LinkedHashMap<>();
    versions.put("Kafka", versionOf(org.apache.kafka.clients.consumer.KafkaConsumer.class));
    versions.put("OpenCV", versionOf(org.opencv.core.Core.class));
    versions.put("DJL", versionOf(ai.djl.engine.Engine.class));
    versions.put("ONNX Runtime", versionOf(ai.onnxruntime.OrtEnvironment.class));
    versions.put("PyTorch (DJL)", pyTorch());
    versions.put("Micrometer", versionOf(io.micrometer.core.instrument.MeterRegistry.class));
    versions.put("Protobuf", versionOf(com.google.protobuf.Message.class));
    return versions;
  }

  /** The edge distribution goes without it. */
  private static String pyTorch() {
    try {
      return versionOf(
          Class.forName("ai.djl.pytorch.engine.PtEngine", false, Libraries.class.getClassLoader()));
    } catch (ClassNotFoundException e) {
      return "not included";
    }
  }

  /** The version of the jar a class came from. */
  public static String versionOf(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    URL location = source == null ? null : source.getLocation();
    if (location == null) {
      return "unknown";
    }
    String file = location.getPath().substring(location.getPath().lastIndexOf('/') + 1);
    Matcher matcher = JAR_VERSION.matcher(file);
    return matcher.matches() ? matcher.group(1) : "unknown";
  }
}
