/**
 * The inference role: faces in, predictions and features out, exactly once. {@link
 * io.gazeshift.inference.belt.InferenceLoop} polls; {@link io.gazeshift.inference.belt.Pipeline}
 * decodes, predicts and commits what lies on the {@link io.gazeshift.inference.belt.Belt}; {@link
 * io.gazeshift.inference.belt.FacePredictor} knows no Kafka.
 */
@NullMarked
package io.gazeshift.inference.belt;

import org.jspecify.annotations.NullMarked;
