package io.gazeshift.adaptation.run;

import io.gazeshift.adaptation.config.AdaptConfig;
import io.gazeshift.adaptation.method.AdaptMethod;
import io.gazeshift.adaptation.method.PaperMethod;
import io.gazeshift.adaptation.method.SafeMethod;
import io.gazeshift.adaptation.method.SiteKnowledge;
import io.gazeshift.glsge.data.TargetSet;
import io.gazeshift.glsge.label.LabelEstimator;
import io.gazeshift.glsge.safe.AdaptationSource;
import io.gazeshift.glsge.safe.FixatedFrames;
import io.gazeshift.glsge.safe.SafeSettings;
import io.gazeshift.glsge.train.AdaptationSettings;
import io.gazeshift.glsge.train.Schedule;

/** The configured way to adapt, for some frames on some device. */
public interface Methods {

  AdaptMethod on(String device, FixatedFrames frames, SiteKnowledge site);

  static Methods configured(AdaptConfig.Method method, AdaptationSource source) {
    return switch (method) {
      case SAFE ->
          (device, frames, site) ->
              new SafeMethod(SafeSettings.DEFAULT.withDevice(device), source, frames, site);
      case PAPER -> (device, frames, site) -> paper(device, source, frames, site);
    };
  }

  private static AdaptMethod paper(
      String device, AdaptationSource source, FixatedFrames frames, SiteKnowledge site) {
    Schedule schedule = Schedule.DEFAULT;
    AdaptationSettings settings =
        AdaptationSettings.DEFAULT
            .withDevice(device)
            .withSchedule(schedule.withBatch(Math.min(schedule.batch(), frames.size())));
    return new PaperMethod(
        site.law().map(law -> settings.withLabels(LabelEstimator.given(law))).orElse(settings),
        source.train(),
        TargetSet.unlabelled(frames.features()));
  }
}
