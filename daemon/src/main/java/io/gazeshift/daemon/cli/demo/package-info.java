/**
 * The command {@code gazeshift demo}: rendered cameras, the whole path, and a check of what came of
 * it. It needs no camera and leaves nothing behind.
 */
package io.gazeshift.daemon.cli.demo;
