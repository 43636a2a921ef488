/**
 * The inference role: faces in, predictions and features out, exactly once. {@link
 * io.gazeshift.daemon.infer.FacePredictor} knows no Kafka; {@link
 * io.gazeshift.daemon.infer.InferenceLoop} knows no pixels.
 */
package io.gazeshift.daemon.infer;
