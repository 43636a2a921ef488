package io.gazeshift.ingest.source.ffmpeg;

import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_BGR24;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_alloc;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_free;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_get_buffer;
import static org.bytedeco.ffmpeg.global.swscale.sws_alloc_context;
import static org.bytedeco.ffmpeg.global.swscale.sws_free_context;
import static org.bytedeco.ffmpeg.global.swscale.sws_scale_frame;

import java.io.IOException;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.bytedeco.ffmpeg.swscale.SwsContext;
import org.opencv.core.Core;
import org.opencv.core.CvType;
import org.opencv.core.Mat;

/**
 * Turns decoded pictures of one size into OpenCV's blue, green, red. Converts into rows of its own,
 * because FFmpeg writes past the end of rows that are not padded, and copies from there.
 */
final class BgrConverter implements AutoCloseable {

  private final SwsContext context = sws_alloc_context();
  private final AVFrame padded = av_frame_alloc();
  private final Mat view;

  BgrConverter(int width, int height) {
    padded.format(AV_PIX_FMT_BGR24);
    padded.width(width);
    padded.height(height);
    if (av_frame_get_buffer(padded, 0) < 0) {
      throw new OutOfMemoryError(
          "not enough memory for a picture of %d x %d".formatted(width, height));
    }
    int stride = padded.linesize(0);
    this.view =
        new Mat(
            height,
            width,
            CvType.CV_8UC3,
            padded.data(0).capacity((long) stride * height).asByteBuffer(),
            stride);
  }

  boolean fits(AVFrame picture) {
    return picture.width() == padded.width() && picture.height() == padded.height();
  }

  /** Writes the picture, turned upright, into an image that has the turned size already. */
  void convert(AVFrame picture, ImageRotation turn, Mat into) throws IOException {
    int result = sws_scale_frame(context, padded, picture);
    if (result < 0) {
      throw new IOException("cannot convert a picture: " + Ffmpeg.describe(result));
    }
    if (turn == ImageRotation.NONE) {
      view.copyTo(into);
    } else {
      Core.rotate(view, into, turn.rotateCode());
    }
  }

  @Override
  public void close() {
    view.release();
    sws_free_context(context);
    av_frame_free(padded);
  }
}
