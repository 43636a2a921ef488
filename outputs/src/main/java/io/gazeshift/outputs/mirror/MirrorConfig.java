package io.gazeshift.outputs.mirror;

import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.common.config.Names;
import io.gazeshift.common.config.Setting;
import java.util.List;

/**
 * The mirror of predictions.
 *
 * @param group consumer group; members share the cameras among them
 * @param instance this member's name in the group, the same after a restart
 */
public record MirrorConfig(String group, String instance) {

  private static final Setting<String> GROUP =
      Setting.of(
          "mirror.group",
          Names.GROUP,
          "gazeshift-mirror",
          "Consumer group of 'gazeshift mirror': the processes of a group share the cameras.");

  private static final Setting<String> INSTANCE =
      Setting.computed(
          "mirror.instance",
          Names.GROUP,
          Names::hostName,
          "gazeshift-mirror-0",
          "Unique name of this process in its group; keep it across restarts. Default:"
              + " the host name.");

  public static final List<Setting<?>> SETTINGS = List.of(GROUP, INSTANCE);

  public static MirrorConfig from(EffectiveConfig config) {
    return new MirrorConfig(config.get(GROUP), config.get(INSTANCE));
  }
}
