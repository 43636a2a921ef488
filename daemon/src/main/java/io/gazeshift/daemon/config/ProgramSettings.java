package io.gazeshift.daemon.config;

import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.common.config.Schema;
import io.gazeshift.common.config.SettingsCatalogue;

/** The settings of all modules, for commands of modules that do not depend on them. */
public final class ProgramSettings implements SettingsCatalogue {

  @Override
  public Schema schema() {
    return GazeshiftConfig.schema();
  }

  @Override
  public void check(EffectiveConfig config) {
    GazeshiftConfig.from(config);
  }
}
