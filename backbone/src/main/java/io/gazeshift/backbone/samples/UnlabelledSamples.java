package io.gazeshift.backbone.samples;

import io.gazeshift.common.UserError;
import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.TargetSet;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.safe.FixatedFrames;
import java.util.Optional;

/**
 * Features of a domain without gaze labels.
 *
 * @param groups which of them show one gaze, where their time is known
 * @param backboneFingerprint which backbone made the features, or empty if unknown
 * @param name what to call them in messages
 */
public record UnlabelledSamples(
    FeatureRows features, Optional<FrameGroups> groups, String backboneFingerprint, String name) {

  public UnlabelledSamples {
    int frames = groups.map(FrameGroups::frames).orElse(features.size());
    if (frames != features.size()) {
      throw new IllegalArgumentException(
          "%s: has %d feature vectors but %d fixations or times; each frame needs one"
              .formatted(name, features.size(), frames));
    }
  }

  public TargetSet target() {
    return TargetSet.unlabelled(features);
  }

  /** With the fixations that the head's predictions show, or that were given. */
  public FixatedFrames fixated(Head head) {
    FrameGroups known =
        groups.orElseThrow(
            () ->
                new UserError(
                    ("%s: does not say which frames belong to one fixation, which safe adaptation"
                            + " needs to separate noise from gaze; add 'fixation', or 'track' and"
                            + " 'capture_micros' (see docs/use/offline.md), or use --method glsge")
                        .formatted(name)));
    try {
      return new FixatedFrames(features, known.fixations(head, features), known.tracks());
    } catch (IllegalArgumentException e) {
      throw new UserError("%s: %s".formatted(name, e.getMessage()), e);
    }
  }
}
