package io.gazeshift.common.config;

import io.gazeshift.common.UserError;
import io.gazeshift.common.config.GivenValue.Form;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.DocumentStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;
import org.yaml.snakeyaml.events.StreamEndEvent;

/**
 * Flattens one YAML file into paths and texts. It reads the parser's events rather than a tree, so
 * that every value keeps its line and its spelling ({@code 007} and {@code on} stay what they are);
 * Jackson's token stream would do, but it drops anchors, and with them part of a password such as
 * {@code &a b}. No message repeats a value, because it may be a secret.
 */
final class YamlFile {

  private static final long MAX_BYTES = 1 << 20;
  private static final int MAX_DEPTH = 16;
  private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");

  private final String name;
  private final Problems problems;
  private final Iterator<Event> events;
  private final List<GivenValue> given = new ArrayList<>();
  private final Map<String, Integer> lineByPath = new HashMap<>();

  private YamlFile(String name, String content, Problems problems) {
    this.name = name;
    this.problems = problems;
    this.events = new Yaml().parse(new StringReader(content)).iterator();
  }

  /** What the file gives. Problems with single keys are noted; a broken file is thrown. */
  static List<GivenValue> read(Path file, Problems problems) {
    YamlFile yaml = new YamlFile(String.valueOf(file.getFileName()), content(file), problems);
    try {
      yaml.document();
    } catch (YAMLException e) {
      // The cause quotes the file, secrets and all, so it must not travel on.
      throw UserError.usage(yaml.describe(e));
    }
    return yaml.given;
  }

  private static String content(Path file) {
    if (!Files.exists(file)) {
      throw UserError.usage("%s: the configuration file does not exist".formatted(file));
    }
    if (Files.isDirectory(file)) {
      throw UserError.usage("%s: is a directory, not a configuration file".formatted(file));
    }
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw UserError.usage(
            "%s: larger than 1MiB, too large for a configuration file".formatted(file));
      }
      String content = Files.readString(file);
      return content.startsWith("\uFEFF") ? content.substring(1) : content;
    } catch (CharacterCodingException e) {
      throw UserError.usage("%s: is not UTF-8 text".formatted(file));
    } catch (IOException e) {
      throw new UserError("%s: cannot read the file; check its permissions".formatted(file), e);
    }
  }

  private void document() {
    events.next(); // the start of the stream
    if (events.next() instanceof StreamEndEvent) {
      return;
    }
    Event top = events.next();
    if (top instanceof MappingStartEvent || isNull(top)) {
      node(top, "", 0);
    } else {
      throw rejected(top, "expected keys such as 'broker:' at the top level");
    }
    events.next(); // the end of the document
    Event end = events.next();
    if (end instanceof DocumentStartEvent) {
      throw rejected(end, "contains a second document ('---'); put everything into one document");
    }
  }

  private void node(Event event, String path, int depth) {
    rejectTagsAndAliases(event);
    if (depth > MAX_DEPTH) {
      throw rejected(event, "nested too deeply");
    }
    if (event instanceof MappingStartEvent) {
      mapping(event, path, depth);
    } else if (event instanceof SequenceStartEvent) {
      sequence(event, path, depth);
    } else if (isNull(event)) {
      give(path, "", Form.NOTHING, event);
    } else {
      give(path, text(event), Form.TEXT, event);
    }
  }

  private void mapping(Event start, String path, int depth) {
    Map<String, Integer> lineByKey = new HashMap<>();
    for (Event key = events.next(); !key.is(Event.ID.MappingEnd); key = events.next()) {
      rejectTagsAndAliases(key);
      if (!(key instanceof ScalarEvent)) {
        throw rejected(key, "a key must be plain text");
      }
      String keyPath = path.isEmpty() ? text(key) : path + "." + text(key);
      Integer earlier = lineByKey.putIfAbsent(keyPath, line(key));
      if (earlier != null) {
        twice(keyPath, earlier, line(key));
      }
      node(events.next(), keyPath, depth + 1);
    }
    if (lineByKey.isEmpty()) {
      give(path, "", Form.NOTHING, start);
    }
  }

  private void sequence(Event start, String path, int depth) {
    List<String> texts = new ArrayList<>();
    int size = 0;
    for (Event item = events.next(); !item.is(Event.ID.SequenceEnd); item = events.next()) {
      if (item instanceof ScalarEvent && !isNull(item)) {
        rejectTagsAndAliases(item);
        texts.add(text(item));
      } else {
        node(item, path + "[" + size + "]", depth + 1);
      }
      size++;
    }
    if (texts.size() == size) {
      give(path, String.join(",", texts), size == 0 ? Form.NOTHING : Form.LIST, start);
    } else if (!texts.isEmpty()) {
      problems.add(
          "%s: mixes sections and plain values in one list (%s:%d)"
              .formatted(path, name, line(start)));
    }
  }

  private void give(String path, String text, Form form, Event event) {
    if (path.isEmpty()) {
      return;
    }
    Integer earlier = lineByPath.putIfAbsent(path, line(event));
    if (earlier != null) {
      twice(path, earlier, line(event));
    }
    given.add(new GivenValue(path, text, name + ":" + line(event), form));
  }

  private void twice(String path, int earlier, int line) {
    problems.add("%s: given twice (%s:%d and %d)".formatted(path, name, earlier, line));
  }

  /** Nothing here needs them, and an alias can blow a small file up to gigabytes. */
  private void rejectTagsAndAliases(Event event) {
    boolean tagged =
        (event instanceof ScalarEvent scalar && scalar.getTag() != null)
            || (event instanceof CollectionStartEvent collection && collection.getTag() != null);
    boolean anchored = event instanceof NodeEvent node && node.getAnchor() != null;
    if (tagged || anchored || event instanceof AliasEvent) {
      throw rejected(
          event,
          "YAML tags (!), anchors (&) and aliases (*) are not supported; quote a value that begins"
              + " with one of these characters");
    }
  }

  private static boolean isNull(Event event) {
    return event instanceof ScalarEvent scalar
        && scalar.getScalarStyle() == ScalarStyle.PLAIN
        && NULLS.contains(scalar.getValue());
  }

  private static String text(Event scalar) {
    return ((ScalarEvent) scalar).getValue();
  }

  private static int line(Event event) {
    return event.getStartMark().getLine() + 1;
  }

  private UserError rejected(Event event, String why) {
    return UserError.usage("%s:%d: %s".formatted(name, line(event), why));
  }

  private String describe(YAMLException broken) {
    if (!(broken instanceof MarkedYAMLException marked) || marked.getProblemMark() == null) {
      return "%s: broken YAML: %s"
          .formatted(name, String.valueOf(broken.getMessage()).lines().findFirst().get());
    }
    // These problems quote what may be an unquoted password.
    boolean quotes = marked.getProblem().matches("(?s).*(tag|alias|anchor|directive).*");
    String problem =
        quotes
            ? "quote a value that begins with !, & or *"
            : marked.getProblem() + (marked.getContext() == null ? "" : " " + marked.getContext());
    return "%s:%d:%d: broken YAML: %s"
        .formatted(
            name,
            marked.getProblemMark().getLine() + 1,
            marked.getProblemMark().getColumn() + 1,
            problem.replaceAll("\\s+", " "));
  }
}
