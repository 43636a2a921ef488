/**
 * The page that every process serves: its cameras, what each domain's head makes of them, the heads
 * themselves and how the process is. It shows what {@link io.gazeshift.daemon.live} and the
 * registry know, and lets whoever has the admin token change heads.
 */
package io.gazeshift.daemon.page;
