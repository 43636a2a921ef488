/**
 * The files of the face models: their names, their location, and their download by {@link
 * io.gazeshift.ingest.facemodels.ModelFetch}. Every file is pinned by its SHA-256; nothing here is
 * called while frames flow.
 */
package io.gazeshift.ingest.facemodels;
