/**
 * From a head that was let through to records on Kafka: what becomes active, in one transaction
 * with its event. Behind it are the head versions and the signing key.
 */
@NullMarked
package io.gazeshift.adaptation.publish;

import org.jspecify.annotations.NullMarked;
