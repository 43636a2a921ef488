package io.gazeshift.adaptation.glance;

import io.gazeshift.common.metrics.CounterSpec;
import io.gazeshift.common.metrics.MeterSpec;
import java.util.List;

/** The metrics of glances. */
public final class GlanceMeters {

  public static final CounterSpec REJECTED =
      CounterSpec.of(
          "gazeshift.adapt.glances.rejected",
          "Labelled glances that adaptation does not use, each counted once by each process:"
              + " unsigned or forged (where infer.trusted-keys is set), wrong_length,"
              + " other_backbone, wrong_key, or how the record cannot be read",
          "reason");

  public static final List<MeterSpec> ALL = List.of(REJECTED);

  private GlanceMeters() {}
}
