package io.gazeshift.daemon.page;

import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.ingest.CameraSources;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.function.Predicate;

/**
 * Which cameras the page may show: frames of real people only if the configuration allows a preview
 * for the same clients.
 */
public record ShownCameras(GazeshiftConfig config) implements Predicate<String> {

  @Override
  public boolean test(String camera) {
    return isPreviewForThePage()
        || config.cameras().stream()
            .filter(configured -> configured.id().equals(camera))
            .anyMatch(CameraSources::isRendered);
  }

  /** Whether every client of the page can also reach the preview. */
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
