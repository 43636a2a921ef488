package io.gazeshift.ingest.synthetic;

/** Paint, texel by texel: blue, green, red. */
final class Texture {

  final int width;
  final int height;
  final float[] bgr;

  Texture(int width, int height) {
    this.width = width;
    this.height = height;
    this.bgr = new float[3 * width * height];
  }

  /** One colour all over. */
  static Texture plain(Colour colour) {
    Texture texture = new Texture(2, 2);
    for (int i = 0; i < 4; i++) {
      texture.set(i % 2, i / 2, colour);
    }
    return texture;
  }

  void set(int x, int y, Colour colour) {
    int i = 3 * (y * width + x);
    bgr[i] = (float) colour.blue();
    bgr[i + 1] = (float) colour.green();
    bgr[i + 2] = (float) colour.red();
  }
}
