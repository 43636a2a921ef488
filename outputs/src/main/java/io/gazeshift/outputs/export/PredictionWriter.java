package io.gazeshift.outputs.export;

import io.gazeshift.common.UserError;
import io.gazeshift.protocol.v1.GazePrediction;
import java.io.IOException;
import java.nio.file.Path;

/** Writes predictions to a file. For one thread. */
public interface PredictionWriter extends AutoCloseable {

  /** The formats of files. */
  enum Format {
    CSV,
    JSONL,
    PARQUET
  }

  void write(GazePrediction prediction) throws IOException;

  @Override
  void close() throws IOException;

  /**
   * A new file; replaces one that is there.
   *
   * @throws UserError if the distribution is without Parquet
   */
  static PredictionWriter open(Path file, Format format) throws IOException {
    return switch (format) {
      case CSV -> new CsvWriter(file);
      case JSONL -> new JsonLinesWriter(file);
      case PARQUET -> parquet(file);
    };
  }

  private static PredictionWriter parquet(Path file) throws IOException {
    try {
      return new ParquetFile(file);
    } catch (NoClassDefFoundError e) {
      throw new UserError(
          "%s: Parquet is not in this distribution (edge); use the full one, or name a file that"
                  .formatted(file)
              + " ends in .csv or .jsonl",
          e);
    }
  }
}
