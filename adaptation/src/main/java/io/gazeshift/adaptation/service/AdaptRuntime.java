package io.gazeshift.adaptation.service;

import io.gazeshift.adaptation.run.RunListener;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;

/** What the process provides to adaptation. */
public record AdaptRuntime(RunListener listener, MeterRegistry registry, InstantSource clock) {}
