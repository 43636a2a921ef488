package io.gazeshift.adaptation.run;

import io.gazeshift.adaptation.config.AdaptConfig;
import io.gazeshift.adaptation.method.AdaptMethod;
import io.gazeshift.adaptation.method.GlsgeMethod;
import io.gazeshift.adaptation.method.LabelModels;
import io.gazeshift.adaptation.method.SafeMethod;
import io.gazeshift.adaptation.method.SiteKnowledge;
import io.gazeshift.glsge.data.TargetSet;
import io.gazeshift.glsge.safe.AdaptationSource;
import io.gazeshift.glsge.safe.FixatedFrames;
import io.gazeshift.glsge.safe.SafeSettings;
import io.gazeshift.glsge.train.AdaptationSettings;
import io.gazeshift.glsge.train.Schedule;

/** The configured way to adapt, for some frames on some device. */
public interface Methods {

  AdaptMethod on(String device, FixatedFrames frames, SiteKnowledge site);

  /** The same with what is configured for a single domain. */
  default Methods forDomain(String domain) {
    return this;
  }

  static Methods configured(AdaptConfig.Method method, AdaptationSource source) {
    return configured(method, source, LabelModels.DEFAULT);
  }

  /**
   * @param labels for GLSGE; safe adaptation estimates the distribution in its own way
   */
  static Methods configured(
      AdaptConfig.Method method, AdaptationSource source, LabelModels labels) {
    return switch (method) {
      case SAFE ->
          (device, frames, site) ->
              new SafeMethod(SafeSettings.DEFAULT.withDevice(device), source, frames, site);
      case GLSGE -> new Glsge(source, labels, "");
    };
  }

  /** GLSGE as published, with the label model of a domain. */
  record Glsge(AdaptationSource source, LabelModels labels, String domain) implements Methods {

    @Override
    public Methods forDomain(String name) {
      return new Glsge(source, labels, name);
    }

    @Override
    public AdaptMethod on(String device, FixatedFrames frames, SiteKnowledge site) {
      Schedule schedule = Schedule.DEFAULT;
      AdaptationSettings settings =
          AdaptationSettings.DEFAULT
              .withDevice(device)
              .withLabels(LabelModels.estimator(labels.of(domain, site), site))
              .withSchedule(schedule.withBatch(Math.min(schedule.batch(), frames.size())));
      return new GlsgeMethod(settings, source.train(), TargetSet.unlabelled(frames.features()));
    }
  }
}
