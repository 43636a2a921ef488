package io.gazeshift.ingest.tflite;

/** A file that is not a network, or not a supported one; the message says what is wrong. */
final class UnsupportedNetworkException extends RuntimeException {

  private static final long serialVersionUID = 1;

  UnsupportedNetworkException(String message) {
    super(message);
  }
}
