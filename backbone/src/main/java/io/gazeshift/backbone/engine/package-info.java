/**
 * Loads and runs the frozen network that all domains share: from the numbers of a face to its
 * feature vector.
 */
package io.gazeshift.backbone.engine;
