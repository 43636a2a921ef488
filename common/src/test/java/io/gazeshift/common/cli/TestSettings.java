package io.gazeshift.common.cli;

import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.common.config.Schema;
import io.gazeshift.common.config.SettingsCatalogue;
import io.gazeshift.common.kafka.KafkaConfig;

/** The settings of a program that knows nothing but this module. */
public final class TestSettings implements SettingsCatalogue {

  @Override
  public Schema schema() {
    return new Schema(KafkaConfig.SETTINGS);
  }

  @Override
  public void check(EffectiveConfig config) {
    KafkaConfig.from(config);
  }
}
