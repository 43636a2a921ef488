/**
 * Keys that sign heads and glances: the private key signs what is published, and inference (heads)
 * and adaptation (both) verify it with the public keys. Ed25519, in PEM files as OpenSSL writes
 * them.
 */
@NullMarked
package io.gazeshift.inference.keys;

import org.jspecify.annotations.NullMarked;
