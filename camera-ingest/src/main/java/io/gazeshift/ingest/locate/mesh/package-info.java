/**
 * Faces in real pictures: a detector finds them, MediaPipe's mesh of 468 points follows them, and
 * the mesh's rigid points give the head's pose. The attention mesh, where its file is present, has
 * finer lids and finds the irises too. {@link io.gazeshift.ingest.locate.mesh.MeshLocators} puts it
 * together for a camera.
 */
package io.gazeshift.ingest.locate.mesh;
