/**
 * The inference role: faces in, predictions and features out, exactly once. {@link
 * io.gazeshift.inference.pipeline.InferenceLoop} polls; {@link
 * io.gazeshift.inference.pipeline.Pipeline} decodes, predicts and commits what is in the {@link
 * io.gazeshift.inference.pipeline.PipelineBuffer}; {@link
 * io.gazeshift.inference.pipeline.FacePredictor} knows no Kafka.
 */
@NullMarked
package io.gazeshift.inference.pipeline;

import org.jspecify.annotations.NullMarked;
