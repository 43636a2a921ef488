package io.gazeshift.adaptation.report;

/** The parts of a page that only a run's method can fill. */
interface RunSections {

  /** What to say above everything else, as HTML. */
  String headline();

  /** More cards beside those of the predictions. */
  String cards();

  /** Whether the source's labels counted by the law of gaze while the head learned. */
  boolean weighsSource();

  /** What happened on the way, under headings of its own. */
  String course();

  Facts settings();
}
