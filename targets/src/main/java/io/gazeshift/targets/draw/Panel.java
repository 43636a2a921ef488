package io.gazeshift.targets.draw;

/** A rectangle of the drawing. */
record Panel(double x, double y, double width, double height) {}
