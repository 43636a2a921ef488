package io.gazeshift.adaptation.report;

import java.util.LinkedHashMap;
import java.util.Map;

/** Names and values, in display order. */
public final class Facts {

  private final Map<String, String> values = new LinkedHashMap<>();

  public Facts add(String name, String value) {
    values.put(name, value);
    return this;
  }

  Facts addAll(Facts others) {
    values.putAll(others.values);
    return this;
  }

  boolean isEmpty() {
    return values.isEmpty();
  }

  String table() {
    StringBuilder html = new StringBuilder("<table>\n");
    values.forEach(
        (name, value) ->
            html.append(
                "<tr><th>%s</th><td>%s</td></tr>%n"
                    .formatted(Markup.escaped(name), Markup.escaped(value))));
    return html.append("</table>\n").toString();
  }
}
