package io.gazeshift.daemon.photos;

import io.gazeshift.protocol.Gaze;
import java.nio.file.Path;

/**
 * A photograph and where the person on it looks.
 *
 * @param name the file as the labels name it
 * @param camera position of the camera by any name; blank if the labels do not say
 * @param gaze in camera axes
 */
public record PhotoLabel(Path file, String name, String person, String camera, Gaze gaze) {}
