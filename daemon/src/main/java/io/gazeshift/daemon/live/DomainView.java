package io.gazeshift.daemon.live;

import java.util.List;
import java.util.Optional;

/**
 * One domain.
 *
 * @param headVersion the head that predicts; 0 is the source head
 * @param error over the last seconds, if faces are rendered
 * @param history that error once a second, oldest first
 * @param swaps published heads, oldest first
 * @param predicted distribution of recent predictions
 * @param truth distribution of the true gaze over the same time, if known
 * @param prior the site prior; empty if none is configured
 * @param recent the last predictions, oldest first
 * @param targets what people look at; empty where the domain has no targets
 */
public record DomainView(
    String name,
    long headVersion,
    boolean pinned,
    Optional<ErrorView> error,
    List<ErrorPoint> history,
    List<SwapView> swaps,
    Optional<GazeDistribution> predicted,
    Optional<GazeDistribution> truth,
    List<GazeDistribution> prior,
    List<Direction> recent,
    Optional<TargetsView> targets) {

  public DomainView {
    history = List.copyOf(history);
    swaps = List.copyOf(swaps);
    prior = List.copyOf(prior);
    recent = List.copyOf(recent);
  }
}
