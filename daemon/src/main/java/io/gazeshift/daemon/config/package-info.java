/**
 * The whole configuration: the sections of every module, put together and checked as one. Each
 * module declares its own settings.
 */
package io.gazeshift.daemon.config;
