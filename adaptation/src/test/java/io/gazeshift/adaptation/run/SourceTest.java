package io.gazeshift.adaptation.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.common.UserError;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.inference.heads.HeadRecords;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.testing.SmallModel;
import io.gazeshift.testing.TestHeads;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceTest {

  @TempDir Path directory;

  private SmallModel world;

  @BeforeEach
  void makeAWorld() throws Exception {
    world = new SmallModel(directory);
  }

  @Test
  void aBackboneWhoseHeadsDoNotFitTheTopicIsRejectedWithTheSize() throws Exception {
    write(head(4096));
    assertThatThrownBy(() -> Source.requireSmallHeads(ModelDirectory.of(world.model())))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("has 4096 features and takes 4393480 bytes as a record")
        .hasMessageContaining("gaze.models takes at most 4194304")
        .hasMessageContaining("use a backbone with fewer features")
        .hasMessageContaining("adapt.enabled: false");
    assertThatThrownBy(() -> RecordType.HEAD_MODEL.encode(record(head(4096))))
        .isInstanceOf(BadRecordException.class);
  }

  @Test
  void whatIsLetThroughFits() throws Exception {
    write(head(3800));
    assertThatCode(() -> Source.requireSmallHeads(ModelDirectory.of(world.model())))
        .doesNotThrowAnyException();
    assertThat(RecordType.HEAD_MODEL.encode(record(head(3800))).length)
        .isGreaterThan((int) HeadRecords.layerBytes(head(3800)))
        .isLessThan(4 << 20);
  }

  private static io.gazeshift.protocol.v1.HeadModel record(Head head) {
    return TestHeads.record("seat", 1, "b", head);
  }

  private void write(Head head) throws Exception {
    new HeadFile(head, world.fingerprint()).write(world.model().resolve("head.safetensors"));
  }

  /** With the usual hidden layers. */
  private static Head head(int features) {
    return new Head(layer(features, 256), layer(256, 128), layer(128, 2));
  }

  private static DenseLayer layer(int inputs, int outputs) {
    return new DenseLayer(inputs, outputs, new float[inputs * outputs], new float[outputs]);
  }
}
