package io.gazeshift.glsge;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gazeshift.glsge.linalg.Matrix;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads the reference inputs and outputs under {@code vectors/}. */
public final class Vectors {

  private Vectors() {}

  public static JsonNode load(String name) {
    try (InputStream in = Vectors.class.getResourceAsStream("/vectors/" + name)) {
      return new ObjectMapper().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A part of the vectors that {@code src/test/python/held_out_vectors.py} makes: the ones kept
   * here, or fresh ones from the file that {@code -Dgazeshift.vectors} names.
   */
  public static JsonNode heldOut(String part) {
    String fresh = System.getProperty("gazeshift.vectors");
    if (fresh == null) {
      return load("held-out.json").get(part);
    }
    try {
      return new ObjectMapper().readTree(Path.of(fresh).toFile()).get(part);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static List<JsonNode> list(JsonNode array) {
    List<JsonNode> items = new ArrayList<>();
    array.forEach(items::add);
    return items;
  }

  public static double[] numbers(JsonNode array) {
    double[] values = new double[array.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = array.get(i).asDouble();
    }
    return values;
  }

  public static Matrix matrix(JsonNode rows) {
    double[][] values = new double[rows.size()][];
    for (int i = 0; i < values.length; i++) {
      values[i] = numbers(rows.get(i));
    }
    return Matrix.of(values);
  }

  /** The difference of two numbers, relative to the expected one. */
  public static double relative(double actual, double expected) {
    return actual == expected ? 0 : Math.abs(actual - expected) / Math.abs(expected);
  }

  /** The largest difference of two lists, relative to the largest expected number. */
  public static double worst(double[] actual, double[] expected) {
    if (actual.length != expected.length) {
      throw new AssertionError("%d numbers, not %d".formatted(actual.length, expected.length));
    }
    double difference = 0;
    double size = Double.MIN_NORMAL;
    for (int i = 0; i < actual.length; i++) {
      if (Double.isNaN(actual[i])) {
        return Double.NaN;
      }
      difference = Math.max(difference, Math.abs(actual[i] - expected[i]));
      size = Math.max(size, Math.abs(expected[i]));
    }
    return difference / size;
  }

  /** The same, where differences up to some rounding do not count. */
  public static double worst(Matrix actual, Matrix expected, double rounding) {
    double size = Double.MIN_NORMAL;
    for (double value : expected.data()) {
      size = Math.max(size, Math.abs(value));
    }
    double difference = worst(actual, expected) * size;
    return difference <= rounding ? 0 : difference / size;
  }

  public static double worst(Matrix actual, Matrix expected) {
    return worst(actual.data(), expected.data());
  }
}
