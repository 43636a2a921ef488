/**
 * The wire contract: what stands in each topic, how it is read and rejected, and what the angles
 * mean. Knows nothing of cameras, models or the command line.
 */
package io.gazeshift.protocol;
