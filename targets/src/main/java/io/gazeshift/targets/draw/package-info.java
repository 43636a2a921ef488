/**
 * Shows configured targets to the person who installs them, so that a wrong sign is seen at once.
 */
@NullMarked
package io.gazeshift.targets.draw;

import org.jspecify.annotations.NullMarked;
