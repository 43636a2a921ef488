/**
 * What the cameras see, for people who set them up: small, slow pictures, drawn only while a viewer
 * is connected, on a page of their own or for another server. Real cameras are shown only if
 * configured, because the pictures are whole frames.
 */
package io.gazeshift.ingest.preview;
