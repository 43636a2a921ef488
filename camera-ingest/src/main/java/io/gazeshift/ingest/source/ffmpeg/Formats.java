package io.gazeshift.ingest.source.ffmpeg;

/**
 * Names of FFmpeg's demuxers for what may be opened: pictures and films, but no playlists (HLS,
 * ffconcat, DASH, SDP), for these name further files and addresses.
 */
final class Formats {

  private static final String FILMS =
      "mov,matroska,mpegts,mpeg,avi,flv,asf,ogg,mjpeg,h264,hevc,m4v,ivf,nut";

  /** What cameras send by HTTP. */
  static final String HTTP = FILMS + ",mpjpeg,jpeg_pipe";

  /** What video and image files contain. */
  static final String FILE =
      FILMS
          + ",mpegvideo,obu,mxf,dv,wtv,yuv4mpegpipe,gif,apng"
          + ",image2,jpeg_pipe,png_pipe,webp_pipe,bmp_pipe,tiff_pipe";

  private Formats() {}
}
