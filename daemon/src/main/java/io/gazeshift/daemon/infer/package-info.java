/**
 * The inference role: faces in, predictions and features out, exactly once. {@link
 * io.gazeshift.daemon.infer.InferenceLoop} polls; {@link io.gazeshift.daemon.infer.Pipeline}
 * decodes, predicts and commits what lies on the {@link io.gazeshift.daemon.infer.Belt}; {@link
 * io.gazeshift.daemon.infer.FacePredictor} knows no Kafka.
 */
package io.gazeshift.daemon.infer;
