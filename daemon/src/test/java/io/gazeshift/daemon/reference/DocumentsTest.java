package io.gazeshift.daemon.reference;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a reader of the documents relies on: links lead somewhere, and lines fit an editor. */
class DocumentsTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern LINK = Pattern.compile("]\\(\\s*<?([^)>\\s]+)>?[^)]*\\)");
  private static final Pattern NAMED_DOCUMENT =
      Pattern.compile("\\bdocs/[A-Za-z0-9._/-]+\\.(?:md|png|jpg|svg|json)\\b");
  private static final Pattern FENCE = Pattern.compile("^\\s*(```|~~~)");
  private static final int WIDTH = 100;

  @Test
  void everyRelativeLinkAndAnchorResolves() {
    List<String> broken = new ArrayList<>();
    for (Path document : documents()) {
      for (String line : prose(document)) {
        Matcher link = LINK.matcher(line.replaceAll("`[^`]*`", ""));
        while (link.find()) {
          if (!link.group(1).matches("(https?|mailto):.*") && !resolves(document, link.group(1))) {
            broken.add(ROOT.relativize(document) + ": " + link.group(1));
          }
        }
      }
    }
    assertThat(broken).as("links that lead nowhere").isEmpty();
  }

  /** Readers cannot find a page that no other page links to. */
  @Test
  void everyDocumentCanBeReachedFromTheReadme() {
    Set<Path> reached = new LinkedHashSet<>();
    List<Path> open = new ArrayList<>(List.of(ROOT.resolve("README.md")));
    while (!open.isEmpty()) {
      Path document = open.remove(0);
      if (!reached.add(document)) {
        continue;
      }
      for (String line : prose(document)) {
        Matcher link = LINK.matcher(line);
        while (link.find()) {
          Path target = document.resolveSibling(link.group(1).replaceFirst("#.*", "")).normalize();
          if (target.toString().endsWith(".md") && Files.isRegularFile(target)) {
            open.add(target);
          }
        }
      }
    }
    assertThat(documents()).allSatisfy(document -> assertThat(reached).contains(document));
  }

  /** Help texts, comments, alerts, dashboards and manifests name documents that exist. */
  @Test
  void everyDocumentNamedElsewhereExists() throws IOException {
    Set<String> missing = new TreeSet<>();
    for (Path file : namingFiles()) {
      Matcher name = NAMED_DOCUMENT.matcher(Files.readString(file));
      while (name.find()) {
        if (!Files.exists(ROOT.resolve(name.group()))) {
          missing.add(ROOT.relativize(file) + ": " + name.group());
        }
      }
    }
    assertThat(missing).as("documents that are named but do not exist").isEmpty();
  }

  /** Tables, code, headings and words longer than a line cannot be wrapped. */
  @Test
  void proseIsWrapped() {
    List<String> tooLong = new ArrayList<>();
    for (Path document : documents()) {
      for (String line : prose(document)) {
        boolean breakable = line.strip().indexOf(' ', 2) > 0;
        if (line.length() > WIDTH && breakable && !line.matches("\\s*\\|.*|#.*|\\s*!?\\[.*\\)")) {
          tooLong.add("%s (%d): %s".formatted(ROOT.relativize(document), line.length(), line));
        }
      }
    }
    assertThat(tooLong).as("lines of more than %d characters", WIDTH).isEmpty();
  }

  @Test
  void theReadmeStaysShort() throws IOException {
    assertThat(Files.readAllLines(ROOT.resolve("README.md"))).hasSizeLessThanOrEqualTo(120);
  }

  private static boolean resolves(Path document, String target) {
    int hash = target.indexOf('#');
    String file = hash < 0 ? target : target.substring(0, hash);
    Path path = file.isEmpty() ? document : document.resolveSibling(file).normalize();
    if (!Files.exists(path)) {
      return false;
    }
    return hash < 0 || anchors(path).contains(target.substring(hash + 1));
  }

  /** The anchors that GitHub gives to the headings of a page. */
  private static Set<String> anchors(Path page) {
    Set<String> anchors = new LinkedHashSet<>();
    for (String line : prose(page)) {
      if (line.matches("#{1,6} .*")) {
        String anchor =
            line.replaceFirst("#+ ", "")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .strip()
                .replace(' ', '-');
        String unique = anchor;
        for (int n = 1; !anchors.add(unique); n++) {
          unique = anchor + "-" + n;
        }
      }
    }
    return anchors;
  }

  /** The lines of a page outside of code blocks. */
  private static List<String> prose(Path page) {
    List<String> lines = new ArrayList<>();
    boolean inCode = false;
    for (String line : read(page)) {
      if (FENCE.matcher(line).find()) {
        inCode = !inCode;
      } else if (!inCode) {
        lines.add(line);
      }
    }
    return lines;
  }

  private static List<String> read(Path page) {
    try {
      return Files.readAllLines(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> documents() {
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      return Stream.concat(
              Stream.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "glsge/README.md")
                  .map(ROOT::resolve),
              docs.filter(path -> path.toString().endsWith(".md")).sorted())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Set<Path> namingFiles() throws IOException {
    Set<Path> files = new TreeSet<>();
    try (Stream<Path> all = Files.list(ROOT)) {
      for (Path top : all.toList()) {
        String name = top.getFileName().toString();
        if (Files.isDirectory(top) && !name.startsWith(".") && !name.equals("docs")) {
          files.addAll(textsBelow(top));
        } else if (Files.isRegularFile(top) && isText(top)) {
          files.add(top);
        }
      }
    }
    return files;
  }

  private static Set<Path> textsBelow(Path directory) throws IOException {
    try (Stream<Path> tree = Files.walk(directory)) {
      return tree.filter(Files::isRegularFile)
          .filter(
              file ->
                  !ROOT.relativize(file).toString().matches(".*\\b(target|build|node_modules)/.*"))
          .filter(DocumentsTest::isText)
          .collect(toCollection(TreeSet::new));
    }
  }

  private static boolean isText(Path file) {
    return file.getFileName()
        .toString()
        .matches(".*\\.(java|ya?ml|json|md|py|mjs|js|html|csv|properties)|Dockerfile.*");
  }
}
