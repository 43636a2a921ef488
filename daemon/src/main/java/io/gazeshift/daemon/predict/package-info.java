/** Predicts gaze in pictures and videos without Kafka, with the pipeline of a live camera. */
package io.gazeshift.daemon.predict;
