package io.gazeshift.benchmarks.scenario;

/**
 * The labelled source of one run.
 *
 * @param training single frames of the people that the backbone knows; trains the head
 * @param validation people that neither backbone nor head has seen, in fixations of five frames
 */
public record SourceScene(FrameSet training, FrameSet validation) {}
