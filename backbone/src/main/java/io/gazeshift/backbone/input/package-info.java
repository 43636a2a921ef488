/**
 * What a backbone takes of a face: its patch or its landmarks, read from a {@code FaceFrame} into
 * the numbers of a batch.
 */
package io.gazeshift.backbone.input;
