/**
 * The {@code gazeshift} program: its entry point. What a process is made of is in {@code roles},
 * what a person types in {@code cli}.
 */
package io.gazeshift.daemon;
