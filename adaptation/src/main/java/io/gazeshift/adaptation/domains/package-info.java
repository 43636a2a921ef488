/**
 * The domains that this member of the group has been assigned, each with its buffer, its history
 * and what is known of its drift. A domain's state goes when its partition does.
 */
@NullMarked
package io.gazeshift.adaptation.domains;

import org.jspecify.annotations.NullMarked;
