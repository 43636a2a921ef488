package io.gazeshift.ingest.preview;

import java.util.Collection;
import java.util.stream.Collectors;

/** The page that shows all cameras. */
final class PreviewPage {

  private PreviewPage() {}

  static String html(Collection<String> cameras) {
    return """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>Gazeshift cameras</title>
        <style>
        body { margin: 1rem; background: #202020; color: #e8e8e8; font: 1rem system-ui, sans-serif; }
        figure { display: inline-block; margin: 0 1rem 1rem 0; }
        figcaption { padding: .25rem 0; }
        img { display: block; max-width: 100%; background: #303030; }
        </style>
        <h1>Cameras</h1>
        %s
        <p>Outline and axes: the head as it was located (blue: straight ahead). Right: the patches
        the model sees.</p>
        </html>
        """
        .replace("%s", cameras.stream().map(PreviewPage::figure).collect(Collectors.joining("\n")));
  }

  private static String figure(String camera) {
    return "<figure><figcaption>%1$s</figcaption><img src=\"%2$s\" alt=\"%1$s\"></figure>"
        .formatted(escaped(camera), escaped(PreviewServer.path(camera)));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
