/**
 * From a head that was let through to records on Kafka: what becomes active, in one transaction
 * with its event. Behind it are the head versions and the signing key.
 */
package io.gazeshift.adaptation.publish;
