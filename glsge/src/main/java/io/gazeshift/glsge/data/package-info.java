/**
 * Numbers on disk: half floats, the safetensors format and the heads stored in it. Readers trust no
 * file; every refusal names the file and what is wrong with it.
 */
package io.gazeshift.glsge.data;
