/**
 * The page that every process serves: cameras, domains, head versions and health. It shows the
 * state of {@link io.gazeshift.daemon.live} and the head versions, and lets clients with the admin
 * token change heads.
 */
package io.gazeshift.daemon.page;
