/**
 * Backs up and restores what cannot be computed again, in one file: the heads with their earlier
 * versions, and the glances. Records keep their bytes and signatures; a restore never replaces an
 * active head that is not in the backup.
 */
package io.gazeshift.daemon.backup;
