package io.gazeshift.glsge.data;

/**
 * One sample of a data set in GazeHub's layout.
 *
 * @param facePath the normalised face image, relative to the data set's image folder
 * @param person who it shows, as the data set names them
 */
public record GazeHubSample(String facePath, double pitchRad, double yawRad, String person) {}
