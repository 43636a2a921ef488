package io.gazeshift.testing;

import com.google.protobuf.ByteString;

/** Patches that must be rejected. */
public final class BadPatches {

  private static final int BOMB_SIDE = 60_000;

  private BadPatches() {}

  /** The same small JPEG, whose header now claims 60000 x 60000 pixels. */
  public static ByteString bomb(ByteString jpeg) {
    byte[] bytes = jpeg.toByteArray();
    for (int i = 0; i < bytes.length - 9; i++) {
      if ((bytes[i] & 0xff) == 0xff && (bytes[i + 1] & 0xff) == 0xc0) {
        bytes[i + 5] = bytes[i + 7] = (byte) (BOMB_SIDE >> 8);
        bytes[i + 6] = bytes[i + 8] = (byte) BOMB_SIDE;
        return ByteString.copyFrom(bytes);
      }
    }
    throw new IllegalStateException("the patch has no frame header");
  }
}
