/**
 * Trains a backbone and its source head on labelled patches: the model that every place starts
 * from.
 */
package io.gazeshift.backbone.pretrain;
