/** {@code gazeshift quality}: how good the gaze of a domain is. */
package io.gazeshift.daemon.cli.quality;
