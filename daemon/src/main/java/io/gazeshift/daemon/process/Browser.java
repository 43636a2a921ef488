package io.gazeshift.daemon.process;

import java.io.IOException;
import java.util.Map;

/** The browser of the user's desktop, if there is one. */
public final class Browser {

  private static final String OPENER = "xdg-open";

  private Browser() {}

  /** Asks the desktop to show an address; false where there is no desktop. */
  public static boolean open(String url) {
    return open(url, System.getenv());
  }

  static boolean open(String url, Map<String, String> environment) {
    if (!environment.containsKey("DISPLAY") && !environment.containsKey("WAYLAND_DISPLAY")) {
      return false;
    }
    try {
      new ProcessBuilder(OPENER, url)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start();
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
