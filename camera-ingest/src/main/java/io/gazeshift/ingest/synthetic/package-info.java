/**
 * A camera that draws its own frames and knows the truth about them: for trying the product without
 * hardware, for tests, and for labelled data. Its frames take the same way as any camera's.
 */
package io.gazeshift.ingest.synthetic;
