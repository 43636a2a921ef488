/**
 * The adaptation role: follows gaze.features, keeps a buffer for each of its domains, runs what the
 * triggers ask for one after another, and publishes heads that the gate lets through. It keeps no
 * state of its own: everything it knows is gathered again from the topics.
 */
package io.gazeshift.adaptation.service;
