package io.gazeshift.targets.event;

import io.gazeshift.targets.shape.Target;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which rules a driver's eyes are measured by.
 *
 * @param road the targets that count as the road, as {@link Target#key} has them
 * @param perclosWindow over which time the share of closed eyes is taken
 * @param perclosBound the share that may not be exceeded
 */
public record DriverRules(
    Set<Source> sources, Set<String> road, Duration perclosWindow, double perclosBound) {

  /** The target that counts as the road, unless the configuration says otherwise. */
  public static final String ROAD = "road";

  /** Who published the rules. */
  public enum Source {
    /** Regulation (EU) 2023/2590, advanced driver distraction warning. */
    ADDW,
    /** Euro NCAP, safe driving: long and short distraction. */
    NCAP,
    /** The share of time with closed eyes, after Wierwille and others (1994). */
    PERCLOS
  }

  public DriverRules {
    sources = Set.copyOf(sources);
    road = Set.copyOf(road);
  }

  /** With names as people write them. */
  public static DriverRules of(
      Collection<Source> sources,
      Collection<String> road,
      Duration perclosWindow,
      double perclosBound) {
    return new DriverRules(
        Set.copyOf(sources),
        Set.copyOf(road.stream().map(Target::key).toList()),
        perclosWindow,
        perclosBound);
  }

  boolean has(Source source) {
    return sources.contains(source);
  }

  /** Whether a look at this target is a look at the road. */
  public boolean isRoad(String target) {
    return road.contains(Target.key(target));
  }

  /**
   * The same text for the same rules, in the same format: a state that other ones left behind is of
   * no use.
   */
  String fingerprint() {
    EnumSet<Source> inOrder = EnumSet.noneOf(Source.class);
    inOrder.addAll(sources);
    return "%d %s %s %s %s"
        .formatted(
            DriverDetector.FORMAT, inOrder, new TreeSet<>(road), perclosWindow, perclosBound);
  }
}
