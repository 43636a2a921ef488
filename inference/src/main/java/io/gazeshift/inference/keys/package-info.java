/**
 * Keys that sign heads: the private key signs published heads, and inference verifies them with the
 * public keys. Ed25519, in PEM files as OpenSSL writes them.
 */
@NullMarked
package io.gazeshift.inference.keys;

import org.jspecify.annotations.NullMarked;
