package io.gazeshift.adaptation.report;

/** The sections of a page that depend on the method of the run. */
interface RunSections {

  /** The introduction at the top of the page, as HTML. */
  String headline();

  /** Cards in addition to those of the predictions. */
  String cards();

  /** Whether training weighted the source's labels by the gaze distribution. */
  boolean weighsSource();

  /** The course of the run, with headings. */
  String course();

  Facts settings();
}
