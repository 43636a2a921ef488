package io.gazeshift.adaptation.service;

import io.gazeshift.adaptation.run.RunListener;
import io.gazeshift.common.metrics.BoundedMeters;
import java.time.InstantSource;

/** What the process provides to adaptation. */
public record AdaptRuntime(RunListener listener, BoundedMeters meters, InstantSource clock) {}
