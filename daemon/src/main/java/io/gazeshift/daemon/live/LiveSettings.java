package io.gazeshift.daemon.live;

import io.gazeshift.adaptation.prior.SitePriors;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.glsge.data.HeadFile;
import java.time.Duration;
import java.util.Optional;

/**
 * Settings of a {@link LiveBoard}.
 *
 * @param source the source head to compare with; without it nothing is scored
 * @param rolling the window of rolling errors
 */
public record LiveSettings(Optional<HeadFile> source, SitePriors priors, Duration rolling) {

  private static final Duration ROLLING = Duration.ofSeconds(10);

  /** For the configured model and domains. */
  public static LiveSettings of(GazeshiftConfig config) {
    ModelDirectory model = ModelDirectory.of(config.infer().model());
    return new LiveSettings(
        model.hasSourceHead() ? Optional.of(model.sourceHeadFile()) : Optional.empty(),
        SitePriors.of(config.domains(), config.cameraDomains()),
        ROLLING);
  }
}
