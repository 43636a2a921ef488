/**
 * What is going on right now, from Kafka alone, in memory and bounded: cameras, domains, events
 * and, where rendered faces tell the truth, how far each head is from it. Read by the demo and the
 * page; nothing that predicts, adapts or judges may know of it.
 */
package io.gazeshift.daemon.live;
