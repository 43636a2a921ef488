/**
 * The live state of cameras, domains and events, read from Kafka into bounded memory, with the
 * error of each head if faces are rendered. For the demo and the page; code that predicts, adapts
 * or judges must not depend on it.
 */
package io.gazeshift.daemon.live;
