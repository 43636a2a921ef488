/**
 * Model directories: a backbone, how its input is prepared, and the source head for its features.
 * One that was trained on rendered faces is built in.
 */
package io.gazeshift.backbone.model;
