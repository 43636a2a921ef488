/** The checks of {@code gazeshift doctor}, each with its finding and remedy. */
package io.gazeshift.daemon.doctor;
