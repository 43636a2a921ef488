package io.gazeshift.outputs.stream;

import io.gazeshift.common.metrics.CounterSpec;
import io.gazeshift.common.metrics.GaugeSpec;
import io.gazeshift.common.metrics.MeterSpec;
import java.util.List;

/** The meters of the stream. */
public final class StreamMeters {

  public static final GaugeSpec CLIENTS =
      GaugeSpec.of(
          "gazeshift.stream.clients",
          "Clients that read /api/v1/stream, as server-sent events or over a WebSocket");

  public static final CounterSpec DROPPED =
      CounterSpec.of(
          "gazeshift.stream.dropped",
          "Messages of /api/v1/stream that were dropped because their client was too slow");

  public static final List<MeterSpec> ALL = List.of(CLIENTS, DROPPED);

  private StreamMeters() {}
}
