package io.gazeshift.ingest.source.ffmpeg;

import static org.bytedeco.ffmpeg.global.avcodec.AV_CODEC_ID_TIFF;
import static org.bytedeco.ffmpeg.global.avcodec.AV_EF_EXPLODE;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_alloc;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_free;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_unref;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_alloc_context3;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_find_decoder;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_free_context;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_get_name;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_open2;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_parameters_to_context;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_receive_frame;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_send_packet;
import static org.bytedeco.ffmpeg.global.avformat.av_find_best_stream;
import static org.bytedeco.ffmpeg.global.avformat.av_read_frame;
import static org.bytedeco.ffmpeg.global.avformat.avformat_alloc_context;
import static org.bytedeco.ffmpeg.global.avformat.avformat_close_input;
import static org.bytedeco.ffmpeg.global.avformat.avformat_find_stream_info;
import static org.bytedeco.ffmpeg.global.avformat.avformat_open_input;
import static org.bytedeco.ffmpeg.global.avutil.AVERROR_EOF;
import static org.bytedeco.ffmpeg.global.avutil.AVMEDIA_TYPE_VIDEO;
import static org.bytedeco.ffmpeg.global.avutil.AV_FRAME_DATA_DISPLAYMATRIX;
import static org.bytedeco.ffmpeg.global.avutil.AV_NOPTS_VALUE;
import static org.bytedeco.ffmpeg.global.avutil.av_dict_free;
import static org.bytedeco.ffmpeg.global.avutil.av_dict_set;
import static org.bytedeco.ffmpeg.global.avutil.av_display_rotation_get;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_alloc;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_free;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_get_side_data;
import static org.bytedeco.ffmpeg.global.avutil.av_q2d;
import static org.bytedeco.ffmpeg.presets.avutil.AVERROR_EAGAIN;
import static org.bytedeco.ffmpeg.presets.avutil.AVERROR_EINVAL;

import io.gazeshift.ingest.source.ReadablePath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.bytedeco.ffmpeg.avcodec.AVCodec;
import org.bytedeco.ffmpeg.avcodec.AVCodecContext;
import org.bytedeco.ffmpeg.avcodec.AVPacket;
import org.bytedeco.ffmpeg.avformat.AVFormatContext;
import org.bytedeco.ffmpeg.avformat.AVStream;
import org.bytedeco.ffmpeg.avutil.AVDictionary;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.bytedeco.ffmpeg.avutil.AVFrameSideData;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.PointerPointer;
import org.opencv.core.Mat;

/**
 * The pictures of one video, stream or image file, one after the other. Holds the first as soon as
 * it is open. Damaged pictures are left out and counted. Waiting for the network ends with an
 * {@link InterruptedException} when the thread is interrupted. Used by one thread.
 */
final class VideoReader implements AutoCloseable {

  /** Larger ones are rejected by their headers, before there is memory for them. */
  static final long MAX_PIXELS = 64_000_000;

  /** AV_FRAME_FLAG_CORRUPT, which the Java side does not name. */
  private static final int CORRUPT = 1;

  private static final Map<String, String> FILE_OPTIONS =
      Map.of(
          "protocol_whitelist",
          "file",
          "format_whitelist",
          Formats.FILE,
          // A name with '%' in it is a name, not a pattern of names.
          "pattern_type",
          "none");

  private final AVPacket packet = av_packet_alloc();
  private final AVFrame picture = av_frame_alloc();
  private AVFormatContext format;
  private AVCodecContext codec;
  private AVStream stream;
  private BgrConverter converter;
  private boolean drained;
  private long damaged;
  private long firstTimestamp;

  private VideoReader() {}

  /** Opens a video or image file; no content of it makes FFmpeg open another file. */
  static VideoReader openFile(Path path, boolean strict) throws IOException, InterruptedException {
    ReadablePath.check(path);
    try {
      return open("file:" + path.toAbsolutePath(), FILE_OPTIONS, strict);
    } catch (IOException e) {
      // What FFmpeg says of a format that is not on the whitelist.
      boolean isOtherFormat =
          ("cannot be opened: " + Ffmpeg.describe(AVERROR_EINVAL())).equals(e.getMessage());
      throw isOtherFormat
          ? new IOException(
              ("%s is a playlist or of a format that is not supported; name the video or image"
                      + " itself, or convert it, to MP4 or JPEG for example")
                  .formatted(path),
              e)
          : e;
    }
  }

  /**
   * Opens an address that FFmpeg knows and reads the first picture.
   *
   * @param options as FFmpeg's documentation has them
   * @param strict whether a picture with the slightest fault is left out
   */
  static VideoReader open(String address, Map<String, String> options, boolean strict)
      throws IOException, InterruptedException {
    Ffmpeg.load();
    VideoReader reader = new VideoReader();
    try {
      reader.openInput(address, options);
      reader.openDecoder(strict);
      if (!reader.next()) {
        throw new IOException("contains no picture that can be decoded");
      }
      reader.firstTimestamp = reader.picture.best_effort_timestamp();
      return reader;
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      reader.close();
      throw e;
    }
  }

  private void openInput(String address, Map<String, String> options)
      throws IOException, InterruptedException {
    format = avformat_alloc_context();
    Ffmpeg.makeInterruptible(format);
    AVDictionary dictionary = new AVDictionary(null);
    options.forEach((key, value) -> av_dict_set(dictionary, key, value, 0));
    int result = avformat_open_input(format, address, null, dictionary);
    av_dict_free(dictionary);
    if (result < 0) {
      // FFmpeg has freed it.
      format = null;
    }
    check("cannot be opened", result);
    check("cannot be read", avformat_find_stream_info(format, (PointerPointer<?>) null));
  }

  private void openDecoder(boolean strict) throws IOException, InterruptedException {
    int index =
        av_find_best_stream(format, AVMEDIA_TYPE_VIDEO, -1, -1, (PointerPointer<?>) null, 0);
    if (index < 0) {
      throw new IOException("contains no video");
    }
    stream = format.streams(index);
    int codecId = stream.codecpar().codec_id();
    AVCodec decoder = avcodec_find_decoder(codecId);
    if (decoder == null || decoder.isNull()) {
      throw new IOException(
          "contains video in %s, which cannot be decoded"
              .formatted(avcodec_get_name(codecId).getString()));
    }
    codec = avcodec_alloc_context3(decoder);
    check("cannot be decoded", avcodec_parameters_to_context(codec, stream.codecpar()));
    // One thread for each camera, and no delay by pictures being worked on in parallel.
    codec.thread_count(1);
    codec.max_pixels(MAX_PIXELS);
    codec.pkt_timebase(stream.time_base());
    // A TIFF has faults by design: every program adds tags of its own.
    if (strict && codecId != AV_CODEC_ID_TIFF) {
      codec.err_recognition(codec.err_recognition() | AV_EF_EXPLODE);
    }
    check("cannot be decoded", avcodec_open2(codec, decoder, (AVDictionary) null));
  }

  /** Goes on to the next picture; false after the last. */
  boolean next() throws IOException, InterruptedException {
    while (true) {
      int result = avcodec_receive_frame(codec, picture);
      if (result == 0 && !isDamaged()) {
        return true;
      }
      if (result == AVERROR_EOF || (result < 0 && drained)) {
        return false;
      }
      if (result == AVERROR_EAGAIN()) {
        feed();
      } else {
        damaged++;
      }
    }
  }

  /** Gives the decoder the next packet of the video, or the news that there is none. */
  private void feed() throws IOException, InterruptedException {
    int result;
    do {
      av_packet_unref(packet);
      result = av_read_frame(format, packet);
    } while (result == 0 && packet.stream_index() != stream.index());
    if (result == AVERROR_EOF && !Thread.currentThread().isInterrupted()) {
      drained = true;
      avcodec_send_packet(codec, null);
      return;
    }
    check("cannot be read any further", result);
    result = avcodec_send_packet(codec, packet);
    av_packet_unref(packet);
    if (result < 0) {
      damaged++;
    }
  }

  private boolean isDamaged() {
    return picture.decode_error_flags() != 0 || (picture.flags() & CORRUPT) != 0;
  }

  /** Width of the pictures, upright. */
  int width() {
    return turn().swapsSides() ? picture.height() : picture.width();
  }

  /** Height of the pictures, upright. */
  int height() {
    return turn().swapsSides() ? picture.width() : picture.height();
  }

  /** When this picture is shown, after the first; -1 if the video does not say. */
  long positionMicros() {
    long timestamp = picture.best_effort_timestamp();
    return timestamp == AV_NOPTS_VALUE || firstTimestamp == AV_NOPTS_VALUE
        ? -1
        : micros(timestamp - firstTimestamp);
  }

  /** How long this picture is shown, as far as the video says; 0 otherwise. */
  long durationMicros() {
    if (picture.duration() > 0) {
      return micros(picture.duration());
    }
    double fps = av_q2d(stream.avg_frame_rate());
    return fps > 0 ? Math.round(1e6 / fps) : 0;
  }

  private long micros(long timestamps) {
    return Math.round(timestamps * av_q2d(stream.time_base()) * 1e6);
  }

  /** Pictures left out because they were damaged, since this was last asked. */
  long takeDamaged() {
    long taken = damaged;
    damaged = 0;
    return taken;
  }

  /** Writes this picture into an image of its size. */
  void copyTo(Mat bgr) throws IOException {
    if (converter != null && !converter.fits(picture)) {
      converter.close();
      converter = null;
    }
    if (converter == null) {
      converter = new BgrConverter(picture.width(), picture.height());
    }
    converter.convert(picture, turn(), bgr);
  }

  private ImageRotation turn() {
    AVFrameSideData matrix = av_frame_get_side_data(picture, AV_FRAME_DATA_DISPLAYMATRIX);
    return matrix == null || matrix.isNull()
        ? ImageRotation.NONE
        : ImageRotation.ofDegreesClockwise(-av_display_rotation_get(new IntPointer(matrix.data())));
  }

  private static void check(String what, int result) throws IOException, InterruptedException {
    if (result >= 0) {
      return;
    }
    // FFmpeg answers an interruption in many ways.
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    throw new IOException("%s: %s".formatted(what, Ffmpeg.describe(result)));
  }

  @Override
  public void close() {
    if (converter != null) {
      converter.close();
    }
    av_packet_free(packet);
    av_frame_free(picture);
    if (codec != null) {
      avcodec_free_context(codec);
    }
    if (format != null) {
      avformat_close_input(format);
    }
  }
}
