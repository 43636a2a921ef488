package io.gazeshift.ingest.source.ffmpeg;

import io.gazeshift.ingest.source.CameraFrame;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.CaptureClock;
import io.gazeshift.ingest.source.FrameSizeChangedException;
import io.gazeshift.ingest.source.FrameSource;
import io.gazeshift.ingest.source.Optics;
import io.gazeshift.ingest.source.SourceAddress;
import io.gazeshift.ingest.source.Tick;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A camera on the network, by RTSP or HTTP. Frames are stamped as they are decoded, for its own
 * clock is not ours. Reads only on demand: to get the freshest frame, read it from a thread of its
 * own. Its end is a failure, for a camera has none.
 */
public final class StreamSource implements FrameSource {

  /**
   * What an address of this kind needs, and no more: what a camera answers must not make us open a
   * file of ours. It can still name another address by a redirect, which FFmpeg follows and has no
   * option against.
   */
  private static final Map<String, String> PROTOCOLS =
      Map.of(
          "rtsp", "rtsp,tcp,udp,rtp,rtcp,srtp",
          "rtsps", "rtsp,rtsps,tls,tcp,udp,rtp,rtcp,srtp",
          "http", "http,tcp,httpproxy",
          "https", "https,http,tls,tcp,httpproxy");

  private static final Map<String, String> FORMATS =
      Map.of("rtsp", "rtsp", "rtsps", "rtsp", "http", Formats.HTTP, "https", Formats.HTTP);

  /** Where Linux distributions keep the certificates to trust. */
  private static final List<Path> TRUSTED =
      List.of(
          Path.of("/etc/ssl/certs/ca-certificates.crt"),
          Path.of("/etc/pki/tls/certs/ca-bundle.crt"),
          Path.of("/etc/ssl/cert.pem"));

  private final VideoReader reader;
  private final CameraIntrinsics intrinsics;
  private final CaptureClock clock;
  private boolean isFirst = true;
  private long frameSeq = -1;

  private StreamSource(VideoReader reader, CameraIntrinsics intrinsics, CaptureClock clock) {
    this.reader = reader;
    this.intrinsics = intrinsics;
    this.clock = clock;
  }

  /** Connects and waits for the first frame, until the thread is interrupted. */
  public static StreamSource open(SourceAddress.Stream address, Optics optics, CaptureClock clock)
      throws IOException, InterruptedException {
    VideoReader reader = connect(address);
    try {
      return new StreamSource(reader, optics.at(reader.width(), reader.height()), clock);
    } catch (RuntimeException e) {
      reader.close();
      throw e;
    }
  }

  private static VideoReader connect(SourceAddress.Stream address)
      throws IOException, InterruptedException {
    try {
      return VideoReader.open(address.url(), options(address), false);
    } catch (IOException e) {
      // All that FFmpeg says of a certificate it does not trust.
      boolean isUntrusted =
          address.verified()
              && address.url().matches("(https|rtsps):.*")
              && String.valueOf(e.getMessage()).endsWith("Input/output error");
      throw isUntrusted
          ? new IOException(
              e.getMessage()
                  + "; check that its certificate is trusted here (#verify=false accepts any)",
              e)
          : e;
    }
  }

  private static Map<String, String> options(SourceAddress.Stream address) {
    Map<String, String> options = new HashMap<>();
    String scheme = address.url().replaceFirst("://.*", "").toLowerCase(Locale.ROOT);
    options.put("protocol_whitelist", PROTOCOLS.getOrDefault(scheme, ""));
    options.put("format_whitelist", FORMATS.getOrDefault(scheme, ""));
    options.put("rtsp_transport", address.udp() ? "udp" : "tcp");
    options.put("fflags", "nobuffer+discardcorrupt");
    // Do not delay the first frame for statistics of the stream.
    options.put("analyzeduration", "2000000");
    options.put("fpsprobesize", "0");
    options.put("tls_verify", address.verified() ? "1" : "0");
    TRUSTED.stream()
        .filter(Files::isReadable)
        .findFirst()
        .ifPresent(file -> options.put("ca_file", file.toString()));
    return options;
  }

  @Override
  public CameraIntrinsics intrinsics() {
    return intrinsics;
  }

  @Override
  public boolean read(CameraFrame into) throws IOException, InterruptedException {
    if (!isFirst && !reader.next()) {
      throw new IOException("the stream ended");
    }
    isFirst = false;
    if (reader.width() != intrinsics.width() || reader.height() != intrinsics.height()) {
      throw new FrameSizeChangedException(intrinsics, reader.width(), reader.height());
    }
    long captureMicros = clock.epochMicros();
    reader.copyTo(into.bgr());
    frameSeq += 1 + reader.takeDamaged();
    into.stamp(new Tick(frameSeq, captureMicros));
    return true;
  }

  @Override
  public void close() {
    reader.close();
  }
}
