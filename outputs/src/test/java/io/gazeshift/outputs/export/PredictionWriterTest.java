package io.gazeshift.outputs.export;

import static org.assertj.core.api.Assertions.assertThat;

import blue.strategic.parquet.Hydrator;
import blue.strategic.parquet.HydratorSupplier;
import blue.strategic.parquet.ParquetReader;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gazeshift.outputs.export.PredictionWriter.Format;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.FaceQuality;
import io.gazeshift.protocol.v1.GazeAngles;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.GazeUncertainty;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PredictionWriterTest {

  private static final GazePrediction PREDICTION =
      GazePrediction.newBuilder()
          .setIdentity(
              FaceIdentity.newBuilder()
                  .setCamera("desk, \"left\"")
                  .setDomain("lab")
                  .setCaptureSession(-1)
                  .setFrameSeq(17)
                  .setCaptureMicros(1_000_000_123_456L))
          .setCamera(GazeAngles.newBuilder().setPitch(0).setYaw(Math.PI / 2))
          .addAllOrigin(List.of(1.5, 2.5, 600.0))
          .setQuality(FaceQuality.newBuilder().setOverall(0.5f).setEyeOpenness(1))
          .setModelVersion(4)
          .build();

  private static final GazePrediction SURE =
      PREDICTION.toBuilder()
          .setUncertainty(GazeUncertainty.newBuilder().setSigma(Math.toRadians(5)))
          .build();

  @TempDir Path directory;

  @Test
  void csvQuotesWhatNeedsItAndLeavesUnknownCellsEmpty() throws Exception {
    assertThat(Files.readString(written(Format.CSV)).split("\r\n"))
        .containsExactly(
            "captured,camera,domain,capture_session,frame,face,pitch_deg,yaw_deg,origin_x_mm,"
                + "origin_y_mm,origin_z_mm,sigma_deg,quality,eye_openness,model_version",
            "1970-01-12T13:46:40.123456Z,\"desk, \"\"left\"\"\",lab,18446744073709551615,17,0,0.0,90.0,"
                + "1.5,2.5,600.0,,0.5,1.0,4",
            "1970-01-12T13:46:40.123456Z,\"desk, \"\"left\"\"\",lab,18446744073709551615,17,0,0.0,90.0,"
                + "1.5,2.5,600.0,5.0,0.5,1.0,4");
  }

  @Test
  void jsonLinesAreThoseOfTheStream() throws Exception {
    List<String> lines = Files.readAllLines(written(Format.JSONL));
    assertThat(lines).hasSize(2);
    assertThat(new ObjectMapper().readTree(lines.get(1)).get("sigmaRad").asDouble())
        .isEqualTo(Math.toRadians(5));
  }

  @Test
  void parquetHasTypedColumns() throws Exception {
    Path file = written(Format.PARQUET);
    assertThat(ParquetReader.readMetadata(file.toFile()).getFileMetaData().getSchema().toString())
        .contains("required int64 captured (TIMESTAMP(MICROS,true))")
        .contains("required binary camera (STRING)")
        .contains("required double pitch_deg");
    try (Stream<Map<String, Object>> rows =
        ParquetReader.streamContent(file.toFile(), HydratorSupplier.constantly(new Rows()))) {
      List<Map<String, Object>> read = rows.toList();
      assertThat(read).hasSize(2);
      assertThat(read.get(1))
          .containsEntry("captured", 1_000_000_123_456L)
          .containsEntry("camera", "desk, \"left\"")
          .containsEntry("frame", 17L)
          .containsEntry("sigma_deg", 5.0);
      assertThat((Double) read.get(0).get("sigma_deg")).isNaN();
    }
  }

  private static final class Rows implements Hydrator<Map<String, Object>, Map<String, Object>> {

    @Override
    public Map<String, Object> start() {
      return new HashMap<>();
    }

    @Override
    public Map<String, Object> add(Map<String, Object> row, String column, Object value) {
      row.put(column, value);
      return row;
    }

    @Override
    public Map<String, Object> finish(Map<String, Object> row) {
      return row;
    }
  }

  private Path written(Format format) throws Exception {
    Path file = directory.resolve("predictions");
    try (PredictionWriter writer = PredictionWriter.open(file, format)) {
      writer.write(PREDICTION);
      writer.write(SURE);
    }
    return file;
  }
}
