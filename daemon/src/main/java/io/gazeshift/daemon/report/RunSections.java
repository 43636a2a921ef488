package io.gazeshift.daemon.report;

import io.gazeshift.glsge.label.LabelModel;
import java.util.Optional;

/** The parts of a page that only a run's method can fill. */
interface RunSections {

  /** What to say above everything else, as HTML. */
  String headline();

  /** More cards beside those of the predictions. */
  String cards();

  /** The law of the target's gaze that the run ended with, where there is one. */
  Optional<LabelModel> law();

  /** Source labels by how much they counted; one figure or none. */
  String weightedSource(GazeAxes axes);

  /** What happened on the way, under headings of its own. */
  String course();

  Facts settings();
}
