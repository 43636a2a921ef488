package io.gazeshift.inference.person;

import io.gazeshift.common.metrics.CounterSpec;
import io.gazeshift.common.metrics.MeterSpec;
import java.util.List;

/** The meters of what is known of persons. */
public final class PersonMeters {

  public static final CounterSpec RESTARTS =
      CounterSpec.of(
          "gazeshift.infer.glances.restarts",
          "Times the Kafka client that reads glances was reopened after a failure");

  public static final List<MeterSpec> ALL = List.of(RESTARTS);

  private PersonMeters() {}
}
