/**
 * Keys that vouch for heads: the private one signs what is published, the public ones tell
 * inference whom to believe. Ed25519, in PEM files as OpenSSL writes them.
 */
@NullMarked
package io.gazeshift.inference.keys;

import org.jspecify.annotations.NullMarked;
