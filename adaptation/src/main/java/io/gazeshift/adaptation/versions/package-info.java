/**
 * The versions of every domain's head, on two compacted topics written together: {@code
 * gaze.models} has the one in force, {@code gaze.models.history} the last {@value
 * io.gazeshift.adaptation.versions.HeadVersions#KEPT}. A version is read with its reasons and its
 * author, and never changed: going back, pinning and unpinning are new versions.
 */
@NullMarked
package io.gazeshift.adaptation.versions;

import org.jspecify.annotations.NullMarked;
