/**
 * Features with what is known of them, from images, rendered faces and files, and the error of a
 * head on them. Banks are written and read here.
 */
package io.gazeshift.backbone.samples;
