package io.gazeshift.adaptation.method;

import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.label.ImportanceWeights;
import io.gazeshift.glsge.label.LabelModel;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.train.StepLoss;
import java.util.List;
import java.util.Optional;

/** The method-specific results of a run. */
public sealed interface Account permits GlsgeAccount, SafeAccount {

  /** The method's name on the command line. */
  String method();

  /** The head the run ended with. */
  Head head();

  /** The gaze distribution of the target that the run ended with, if there is one. */
  Optional<? extends LabelModel> law();

  /** The weights of the bank's labels under that distribution. */
  Optional<ImportanceWeights> weights(Matrix sourceGaze);

  /** The loss over the steps; empty if nothing was trained. */
  List<StepLoss> losses();
}
