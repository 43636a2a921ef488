/**
 * The shallow head: two hidden layers and a linear one that turn backbone features into gaze
 * angles. It is all that adaptation changes and all that inference swaps.
 */
package io.gazeshift.glsge.head;
