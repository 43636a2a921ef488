/** Whether two sets of unlabelled samples come from one distribution. */
package io.gazeshift.glsge.drift;
