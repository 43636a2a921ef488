package io.gazeshift.inference.config;

import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.common.config.Names;
import io.gazeshift.common.config.Setting;
import io.gazeshift.common.config.ValueType;
import java.util.List;

/**
 * The events of faces, found by inference processes.
 *
 * @param group consumer group; members share the cameras among them
 */
public record EventsConfig(boolean enabled, String group) {

  static final Setting<Boolean> ENABLED =
      Setting.of(
          "events.enabled",
          ValueType.bool(),
          "false",
          "Finds fixations, glances at targets, blinks and faces that come and go in gaze.predictions"
              + " and writes them to gaze.events, exactly once. Inference processes do it.");

  static final Setting<String> GROUP =
      Setting.of(
          "events.group",
          Names.GROUP,
          "gazeshift-infer-events",
          "Consumer group: the processes of a group share the cameras. Each is named by"
              + " infer.instance.");

  public static final List<Setting<?>> SETTINGS = List.of(ENABLED, GROUP);

  public static EventsConfig from(EffectiveConfig config) {
    return new EventsConfig(config.get(ENABLED), config.get(GROUP));
  }
}
