package io.gazeshift.outputs.export;

import blue.strategic.parquet.ParquetWriter;
import io.gazeshift.common.Micros;
import io.gazeshift.protocol.v1.GazePrediction;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/** Apache Parquet; times are UTC, in microseconds. */
final class ParquetFile implements PredictionWriter {

  private final ParquetWriter<GazePrediction> file;

  ParquetFile(Path path) throws IOException {
    MessageType schema =
        new MessageType(
            "predictions",
            PredictionColumn.ALL.stream().map(ParquetFile::type).toArray(Type[]::new));
    this.file =
        ParquetWriter.writeFile(
            schema,
            path.toFile(),
            (prediction, row) ->
                PredictionColumn.ALL.forEach(
                    column -> row.write(column.name(), value(column.cell().apply(prediction)))));
  }

  private static Type type(PredictionColumn column) {
    return switch (column.type()) {
      case TEXT ->
          Types.required(PrimitiveTypeName.BINARY)
              .as(LogicalTypeAnnotation.stringType())
              .named(column.name());
      case INTEGER -> Types.required(PrimitiveTypeName.INT64).named(column.name());
      case NUMBER -> Types.required(PrimitiveTypeName.DOUBLE).named(column.name());
      case TIME ->
          Types.required(PrimitiveTypeName.INT64)
              .as(LogicalTypeAnnotation.timestampType(true, TimeUnit.MICROS))
              .named(column.name());
    };
  }

  private static Object value(Object cell) {
    return cell instanceof Instant time ? Micros.of(time) : cell;
  }

  @Override
  public void write(GazePrediction prediction) throws IOException {
    file.write(prediction);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
