package io.gazeshift.daemon.live;

import java.util.List;

/**
 * What people look at in one domain.
 *
 * @param shares the targets in the order of the configuration, then those that only predictions
 *     name, and {@link io.gazeshift.targets.shape.Target#ELSEWHERE} last
 * @param screens those that are configured in this process
 * @param alerts newest first, at most 20
 */
public record TargetsView(
    List<TargetShare> shares, List<ScreenView> screens, List<AlertView> alerts) {

  /**
   * How long people looked at a target lately.
   *
   * @param seconds that have not faded, by the probability of the target in each prediction
   */
  public record TargetShare(String name, double seconds) {}

  public TargetsView {
    shares = List.copyOf(shares);
    screens = List.copyOf(screens);
    alerts = List.copyOf(alerts);
  }
}
