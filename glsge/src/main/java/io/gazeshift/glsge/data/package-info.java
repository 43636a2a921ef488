/**
 * File formats: half floats, the safetensors format, the heads, source banks and target sets stored
 * in it, label files of public data sets, and how sets are split. Readers validate every file;
 * every rejection names the file and the error.
 */
package io.gazeshift.glsge.data;
