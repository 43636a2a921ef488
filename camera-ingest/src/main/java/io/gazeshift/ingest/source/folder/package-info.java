/** A folder of images as a camera: what cannot be read is named, counted and passed over. */
package io.gazeshift.ingest.source.folder;
