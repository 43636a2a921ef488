package io.gazeshift.daemon.live;

import io.gazeshift.targets.shape.PixelSize;
import java.util.Optional;

/**
 * A screen among the targets of a domain, as it is configured in this process.
 *
 * @param pixels its resolution, if configured
 */
public record ScreenView(
    String name, double widthMm, double heightMm, Optional<PixelSize> pixels, HeatView heat) {}
