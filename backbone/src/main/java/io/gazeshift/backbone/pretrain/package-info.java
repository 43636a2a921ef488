/**
 * Trains a backbone and its source head on labelled patches: the model that every domain starts
 * from.
 */
package io.gazeshift.backbone.pretrain;
