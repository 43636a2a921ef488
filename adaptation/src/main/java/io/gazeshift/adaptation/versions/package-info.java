/**
 * The head versions of every domain, on two compacted topics that are written together: {@code
 * gaze.models} has the active one, {@code gaze.models.history} the last {@value
 * io.gazeshift.adaptation.versions.HeadVersions#KEPT}. A version names its reason and its author
 * and never changes: a rollback, pinning and unpinning each make a new version.
 */
@NullMarked
package io.gazeshift.adaptation.versions;

import org.jspecify.annotations.NullMarked;
