/** A folder of images as a camera: unreadable files are logged, counted and skipped. */
package io.gazeshift.ingest.source.folder;
