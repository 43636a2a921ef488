package io.gazeshift.outputs.mqtt;

import io.gazeshift.common.metrics.CounterSpec;
import io.gazeshift.common.metrics.GaugeSpec;
import io.gazeshift.common.metrics.MeterSpec;
import java.util.List;

/** The meters of MQTT. */
public final class MqttMeters {

  public static final CounterSpec SENT =
      CounterSpec.of("gazeshift.mqtt.sent", "Messages that the MQTT broker has acknowledged");

  public static final CounterSpec DROPPED =
      CounterSpec.of(
          "gazeshift.mqtt.dropped",
          "Messages that were dropped because the MQTT broker was away or too slow, or rejected"
              + " them");

  public static final GaugeSpec WAITING =
      GaugeSpec.of("gazeshift.mqtt.waiting", "Messages that wait for the MQTT broker");

  public static final GaugeSpec CONNECTED =
      GaugeSpec.of("gazeshift.mqtt.connected", "1 while the MQTT broker is connected, otherwise 0");

  public static final List<MeterSpec> ALL = List.of(SENT, DROPPED, WAITING, CONNECTED);

  private MqttMeters() {}
}
