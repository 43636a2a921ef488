/**
 * Decodes video files, streams and image files with FFmpeg's libraries (the build under the LGPL,
 * linked dynamically, without libavdevice, which wants a desktop's libraries).
 */
package io.gazeshift.ingest.source.ffmpeg;
