package io.gazeshift.daemon.page;

import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.ingest.CameraSources;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.function.Predicate;

/**
 * Which cameras the page may show: whole frames of real people only where, and for whom, somebody
 * has asked for them.
 */
public record ShownCameras(GazeshiftConfig config) implements Predicate<String> {

  @Override
  public boolean test(String camera) {
    return isPreviewForThePage()
        || config.cameras().stream()
            .filter(configured -> configured.id().equals(camera))
            .anyMatch(CameraSources::isRendered);
  }

  /** Whoever can reach the page can reach the preview too. */
  private boolean isPreviewForThePage() {
    if (config.ingest().preview().isEmpty() || config.http().listen().isEmpty()) {
      return false;
    }
    try {
      InetAddress preview = config.ingest().preview().get().inetAddress();
      InetAddress page = config.http().listen().get().inetAddress();
      return page.isLoopbackAddress() || preview.isAnyLocalAddress() || preview.equals(page);
    } catch (UnknownHostException e) {
      return false;
    }
  }
}
