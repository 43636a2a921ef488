package io.gazeshift.adaptation.method;

import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.label.ImportanceWeights;
import io.gazeshift.glsge.label.LabelModel;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.train.StepLoss;
import java.util.List;
import java.util.Optional;

/** What a method has to say of one of its runs. */
public sealed interface Account permits PaperAccount, SafeAccount {

  /** The method's name on the command line. */
  String method();

  /** The head the run ended with. */
  Head head();

  /** The law of the target's gaze that the run ended with, where there is one. */
  Optional<? extends LabelModel> law();

  /** How much the bank's labels count under that law. */
  Optional<ImportanceWeights> weights(Matrix sourceGaze);

  /** The loss over the steps; empty where nothing was trained. */
  List<StepLoss> losses();
}
