package io.gazeshift.common.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Replaces {@code ${file:/run/secrets/x}} and {@code ${env:NAME}}, anywhere in a value. */
final class ValueReferences {

  private static final Pattern REFERENCE = Pattern.compile("\\$\\{(file|env):([^}]*)}");
  private static final long MAX_FILE_BYTES = 1 << 20;

  private final Map<String, String> environment;

  ValueReferences(Map<String, String> environment) {
    this.environment = environment;
  }

  /**
   * The text with every reference replaced.
   *
   * @throws IllegalArgumentException if a file or variable cannot be had; the message names it
   */
  String resolve(String text) {
    return REFERENCE.matcher(text).replaceAll(match -> Matcher.quoteReplacement(valueOf(match)));
  }

  private String valueOf(MatchResult reference) {
    String name = reference.group(2);
    return reference.group(1).equals("env") ? variable(name) : file(name);
  }

  private String variable(String name) {
    String value = environment.get(name);
    if (value == null) {
      throw new IllegalArgumentException("the environment variable %s is not set".formatted(name));
    }
    return value;
  }

  private static String file(String name) {
    try {
      Path file = Path.of(name);
      if (!Files.exists(file)) {
        throw new IllegalArgumentException("the file %s does not exist".formatted(name));
      }
      if (!Files.isReadable(file) || Files.isDirectory(file)) {
        throw new IllegalArgumentException("cannot read the file %s".formatted(name));
      }
      if (Files.size(file) > MAX_FILE_BYTES) {
        throw new IllegalArgumentException("the file %s is larger than 1MiB".formatted(name));
      }
      // Editors and 'echo' end a file with a line break that is no part of the secret.
      return Files.readString(file).replaceFirst("\\R\\z", "");
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("the file %s is not UTF-8 text".formatted(name), e);
    } catch (IOException | InvalidPathException e) {
      throw new IllegalArgumentException("cannot read the file %s".formatted(name), e);
    }
  }
}
