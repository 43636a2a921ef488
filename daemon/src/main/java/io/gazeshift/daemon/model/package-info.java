/**
 * Model directories: a backbone, how its input is prepared, and the source head for its features.
 * The smallest one is made here, from synthetic faces, and is built in.
 */
package io.gazeshift.daemon.model;
