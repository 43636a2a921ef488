/**
 * From a JPEG patch to a feature vector: decoding, normalising, and the frozen network that all
 * domains share.
 */
package io.gazeshift.backbone.engine;
