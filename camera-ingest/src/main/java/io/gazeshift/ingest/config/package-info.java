/**
 * The settings of cameras, of what finds faces and of ingest, each declared beside the record that
 * holds it. Nothing here opens a device.
 */
package io.gazeshift.ingest.config;
