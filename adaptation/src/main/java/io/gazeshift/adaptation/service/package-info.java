/**
 * The coordinator of adaptation: follows gaze.features, keeps the domains it was assigned, starts
 * what the triggers ask for, and publishes heads that the gate lets through. It keeps no state of
 * its own: everything it knows is gathered again from the topics.
 */
@NullMarked
package io.gazeshift.adaptation.service;

import org.jspecify.annotations.NullMarked;
