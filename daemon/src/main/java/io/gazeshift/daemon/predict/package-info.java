/** Gaze in pictures and videos, without Kafka: the path of a live camera, run to its end. */
package io.gazeshift.daemon.predict;
