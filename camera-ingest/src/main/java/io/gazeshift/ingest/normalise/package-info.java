/**
 * From a frame and a head pose to a patch as a virtual camera sees it that looks straight at the
 * face from a fixed distance, and how far that patch can be trusted.
 */
package io.gazeshift.ingest.normalise;
