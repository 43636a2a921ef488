/**
 * What the cameras see, for people who set them up: small, slow pictures, drawn only while somebody
 * looks, on a page of their own or for whoever serves them. Real cameras are shown only where it is
 * asked for, because these are whole frames.
 */
package io.gazeshift.ingest.preview;
