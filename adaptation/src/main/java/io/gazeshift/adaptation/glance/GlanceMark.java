package io.gazeshift.adaptation.glance;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gazeshift.common.Sha256;
import java.nio.ByteBuffer;

/** A glance in eight bytes that never change: events name by it what a candidate was tested on. */
public final class GlanceMark {

  private GlanceMark() {}

  /** The first eight bytes of the SHA-256 over the record's key. */
  public static long of(String domain, String glanceId) {
    return ByteBuffer.wrap(
            Sha256.newDigest().digest(GlanceStore.key(domain, glanceId).getBytes(UTF_8)))
        .getLong();
  }
}
