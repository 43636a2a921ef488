/**
 * The page on which a person looks at points while their glances are collected. It is served to one
 * visitor for the time of one run.
 */
package io.gazeshift.daemon.calibration;
