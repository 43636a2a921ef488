package io.gazeshift.glsge.scenario;

/**
 * What one picture owes to light, camera and head rather than to the person's gaze.
 *
 * @param lightX slope of the light to the right
 * @param lightY slope of the light downwards
 * @param jitterX by how much each crop is misplaced, in pixels
 */
// Numbers in bulk: nobody compares these by value.
@SuppressWarnings("ArrayRecordComponent")
record Frame(
    double lightX,
    double lightY,
    double gamma,
    double blur,
    double noise,
    double headYawRad,
    double headPitchRad,
    double open,
    double[] jitterX,
    double[] jitterY) {}
