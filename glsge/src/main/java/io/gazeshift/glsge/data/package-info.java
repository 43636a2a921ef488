/**
 * Numbers on disk: half floats, the safetensors format, the heads, source banks and target sets
 * stored in it, label files of public data sets, and how sets are split. Readers trust no file;
 * every rejection names the file and what is wrong with it.
 */
package io.gazeshift.glsge.data;
