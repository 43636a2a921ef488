/**
 * What cannot be computed again, as one file: the heads with their earlier versions, and the
 * glances. Records go out and come back as they are, with their signatures; what is in force on a
 * cluster is never displaced by a backup that does not know it.
 */
package io.gazeshift.daemon.backup;
