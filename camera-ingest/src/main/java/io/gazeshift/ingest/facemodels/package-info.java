/**
 * The files of the face models: which they are, where they lie, and how {@link
 * io.gazeshift.ingest.facemodels.ModelFetch} brings them there. Every file is pinned by its
 * SHA-256; nothing here is called while frames flow.
 */
package io.gazeshift.ingest.facemodels;
