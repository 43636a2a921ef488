/**
 * The wire contract: the records of each topic, how they are read and rejected, and the meaning of
 * the angles. Independent of cameras, models and the command line.
 */
package io.gazeshift.protocol;
