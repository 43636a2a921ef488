/**
 * A camera that renders its own frames and knows their ground truth: for trying the product without
 * hardware, for tests, and for labelled data. Its frames go through the same pipeline as any
 * camera's.
 */
package io.gazeshift.ingest.synthetic;
