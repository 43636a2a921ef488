package io.gazeshift.ingest.calibrate;

import io.gazeshift.ingest.calibrate.Board.Corners;

/**
 * A board as one picture shows it.
 *
 * @param picture which one: a file's name, or a frame's number
 * @param sharpness larger is sharper; only comparable between pictures of one camera
 */
public record BoardView(String picture, int width, int height, Corners corners, double sharpness) {}
