/** Labelled photographs: their labels, how well a model does on them, and patches made of them. */
package io.gazeshift.daemon.photos;
