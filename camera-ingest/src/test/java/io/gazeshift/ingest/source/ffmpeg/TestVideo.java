package io.gazeshift.ingest.source.ffmpeg;

import static org.bytedeco.ffmpeg.global.avcodec.AV_CODEC_FLAG_GLOBAL_HEADER;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_alloc;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_free;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_rescale_ts;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_alloc_context3;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_find_encoder_by_name;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_free_context;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_open2;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_parameters_from_context;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_receive_packet;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_send_frame;
import static org.bytedeco.ffmpeg.global.avformat.AVIO_FLAG_WRITE;
import static org.bytedeco.ffmpeg.global.avformat.av_interleaved_write_frame;
import static org.bytedeco.ffmpeg.global.avformat.av_write_trailer;
import static org.bytedeco.ffmpeg.global.avformat.avformat_alloc_output_context2;
import static org.bytedeco.ffmpeg.global.avformat.avformat_free_context;
import static org.bytedeco.ffmpeg.global.avformat.avformat_new_stream;
import static org.bytedeco.ffmpeg.global.avformat.avformat_write_header;
import static org.bytedeco.ffmpeg.global.avformat.avio_closep;
import static org.bytedeco.ffmpeg.global.avformat.avio_open;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_YUV420P;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_alloc;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_free;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_get_buffer;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_make_writable;
import static org.bytedeco.ffmpeg.global.avutil.av_make_q;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.bytedeco.ffmpeg.avcodec.AVCodec;
import org.bytedeco.ffmpeg.avcodec.AVCodecContext;
import org.bytedeco.ffmpeg.avcodec.AVPacket;
import org.bytedeco.ffmpeg.avformat.AVFormatContext;
import org.bytedeco.ffmpeg.avformat.AVIOContext;
import org.bytedeco.ffmpeg.avformat.AVStream;
import org.bytedeco.ffmpeg.avutil.AVDictionary;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.imgproc.Imgproc;

/** Writes small H.264 videos, so that none need be committed or fetched. */
public final class TestVideo {

  /** Draws frame {@code number}. */
  public interface Painter {
    void paint(Mat bgr, int number) throws Exception;
  }

  private static final int KEY_FRAME_EVERY = 15;

  private final int width;
  private final int height;
  private final int fps;

  public TestVideo(int width, int height, int fps) {
    this.width = width;
    this.height = height;
    this.fps = fps;
  }

  /** The file's name decides its format. */
  public Path write(Path file, int frames, Painter painter) throws Exception {
    Ffmpeg.load();
    AVFormatContext format = new AVFormatContext(null);
    check(avformat_alloc_output_context2(format, null, null, file.toString()));
    AVCodec h264 = avcodec_find_encoder_by_name("libopenh264");
    AVCodecContext codec = avcodec_alloc_context3(h264);
    codec.width(width).height(height).pix_fmt(AV_PIX_FMT_YUV420P).gop_size(KEY_FRAME_EVERY);
    codec.time_base(av_make_q(1, fps)).framerate(av_make_q(fps, 1)).bit_rate(1_000_000);
    codec.flags(codec.flags() | AV_CODEC_FLAG_GLOBAL_HEADER).thread_count(1);
    check(avcodec_open2(codec, h264, (AVDictionary) null));
    AVStream stream = avformat_new_stream(format, null);
    check(avcodec_parameters_from_context(stream.codecpar(), codec));
    stream.time_base(codec.time_base());
    stream.avg_frame_rate(codec.framerate());
    AVIOContext io = new AVIOContext(null);
    check(avio_open(io, file.toString(), AVIO_FLAG_WRITE));
    format.pb(io);
    check(avformat_write_header(format, (AVDictionary) null));
    AVFrame frame = av_frame_alloc();
    frame.format(AV_PIX_FMT_YUV420P);
    frame.width(width).height(height);
    check(av_frame_get_buffer(frame, 0));
    Mat bgr = new Mat(height, width, CvType.CV_8UC3);
    Mat yuv = new Mat();
    byte[] pixels = new byte[width * height * 3 / 2];
    for (int i = 0; i < frames; i++) {
      painter.paint(bgr, i);
      Imgproc.cvtColor(bgr, yuv, Imgproc.COLOR_BGR2YUV_I420);
      yuv.get(0, 0, pixels);
      check(av_frame_make_writable(frame));
      fill(frame, pixels);
      frame.pts(i);
      check(avcodec_send_frame(codec, frame));
      drain(codec, format, stream);
    }
    check(avcodec_send_frame(codec, null));
    drain(codec, format, stream);
    check(av_write_trailer(format));
    avio_closep(io);
    avformat_free_context(format);
    avcodec_free_context(codec);
    av_frame_free(frame);
    bgr.release();
    yuv.release();
    return file;
  }

  private void fill(AVFrame frame, byte[] planes) {
    int offset = 0;
    for (int plane = 0; plane < 3; plane++) {
      int columns = plane == 0 ? width : width / 2;
      int rows = plane == 0 ? height : height / 2;
      int stride = frame.linesize(plane);
      ByteBuffer rowsOut = frame.data(plane).capacity((long) stride * rows).asByteBuffer();
      for (int row = 0; row < rows; row++) {
        rowsOut.position(row * stride);
        rowsOut.put(planes, offset, columns);
        offset += columns;
      }
    }
  }

  private static void drain(AVCodecContext codec, AVFormatContext format, AVStream stream) {
    AVPacket packet = av_packet_alloc();
    while (avcodec_receive_packet(codec, packet) == 0) {
      packet.stream_index(stream.index());
      packet.duration(1);
      av_packet_rescale_ts(packet, codec.time_base(), stream.time_base());
      check(av_interleaved_write_frame(format, packet));
    }
    av_packet_free(packet);
  }

  private static void check(int result) {
    if (result < 0) {
      throw new IllegalStateException(Ffmpeg.describe(result));
    }
  }
}
