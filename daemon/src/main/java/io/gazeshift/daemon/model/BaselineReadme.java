package io.gazeshift.daemon.model;

import java.util.Locale;

/** The text beside the built-in model: what it is, what made it, how good it is. */
final class BaselineReadme {

  private BaselineReadme() {}

  static String text(long seed, BaselineModelMaker.Report report) {
    return String.format(
        Locale.ROOT,
        """
        # The built-in model

        A small source model, so that the program does something real without any download. It was
        made from drawn faces alone: expect little of it on photographs of people, and give
        `infer.model` a directory with a network of your own there.

        - `backbone.onnx`: the band around both eyes in grey, contrast evened out, sixteen oriented
          filters, pooled; then the first 128 principal components of the responses.
        - `backbone.json`: how a patch becomes its input.
        - `head.safetensors`: two random hidden layers, and a linear one by ridge regression.

        Made with

        ```
        gazeshift backbone make-baseline --seed %d --samples %d DIR
        ```

        Mean angular error: %s.
        The held-out patches show other people than the sample, in the same scene.
        """,
        seed,
        report.samples(),
        report);
  }
}
