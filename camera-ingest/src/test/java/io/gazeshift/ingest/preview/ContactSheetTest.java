package io.gazeshift.ingest.preview;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.gazeshift.ingest.metrics.CameraMeters;
import io.gazeshift.ingest.publish.FaceSink;
import io.gazeshift.ingest.synthetic.SyntheticPatches;
import io.gazeshift.ingest.synthetic.SyntheticScene;
import io.gazeshift.protocol.v1.FaceFrame;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opencv.core.Mat;
import org.opencv.imgcodecs.Imgcodecs;

class ContactSheetTest {

  @TempDir Path directory;

  @Test
  void itTakesEverySoManiethFaceUntilItIsFull() throws InterruptedException {
    ContactSheet sheet = new ContactSheet(3, 2, 2, 50);
    try (SyntheticPatches patches = new SyntheticPatches(SyntheticScene.LAB, 1);
        CameraMeters meters = new CameraMeters(new SimpleMeterRegistry(), "cam0");
        FaceSink sink = sheet.open("cam0", meters)) {
      FaceFrame face =
          FaceFrame.newBuilder().setPatchJpeg(ByteString.copyFrom(patches.next().jpeg())).build();
      for (int i = 0; i < 4; i++) {
        sink.offer(face);
      }
      assertThat(sheet.count()).isEqualTo(2);
      for (int i = 0; i < 20; i++) {
        sink.offer(face);
      }
    }
    assertThat(sheet.isFull()).isTrue();

    Path file = directory.resolve("sheet.png");
    sheet.write(file);

    Mat drawn = Imgcodecs.imread(file.toString());
    assertThat(drawn.cols()).isEqualTo(150);
    assertThat(drawn.rows()).isEqualTo(100);
    drawn.release();
  }
}
