package io.gazeshift.common.config;

import java.util.ServiceLoader;

/**
 * Every setting of the program. The program provides one to {@link ServiceLoader}, so that a
 * command of any module can read the whole configuration without depending on the modules of its
 * sections.
 */
public interface SettingsCatalogue {

  Schema schema();

  /**
   * Rejects values that do not go together.
   *
   * @throws io.gazeshift.common.UserError with one line for each problem
   */
  void check(EffectiveConfig config);

  /** The one of the program that runs. */
  static SettingsCatalogue ofProgram() {
    return ServiceLoader.load(SettingsCatalogue.class)
        .findFirst()
        .orElseThrow(
            () -> new IllegalStateException("no settings catalogue found on the class path"));
  }
}
