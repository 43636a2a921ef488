/**
 * What the cameras see, for people who set them up: a page of small, slow pictures, drawn only
 * while somebody looks. Off unless it is asked for, because it shows whole frames.
 */
package io.gazeshift.ingest.preview;
