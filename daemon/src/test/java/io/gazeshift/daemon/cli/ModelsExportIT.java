package io.gazeshift.daemon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.backbone.engine.BackboneOptions;
import io.gazeshift.backbone.model.BuiltInModel;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.daemon.cli.offline.OfflineLine;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.DenseLayer;
import io.gazeshift.protocol.v1.HeadModel;
import io.gazeshift.testing.RunningBroker;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Heads out of a real gaze.models. */
class ModelsExportIT {

  @RegisterExtension static final RunningBroker BROKER = new RunningBroker();

  @TempDir private Path directory;
  private OfflineLine line;

  @BeforeEach
  void begin() {
    line = new OfflineLine(directory);
  }

  @Test
  void theNewestHeadOfADomainIsExportedWithItsBackboneAndAlone() throws Exception {
    Head source = ModelDirectory.builtIn(BuiltInModel.STUDIO).sourceHead();
    Head newer = turned(source);
    publish("seat", record("seat", 1, source, fingerprint()));
    publish("other", record("other", 1, source, fingerprint()));
    publish("seat", record("seat", 2, newer, fingerprint()));

    line.succeeds(export("seat", "@seat.onnx"));
    assertThat(line.out()).contains("head 2 of domain 'seat'", "verified with ONNX Runtime");
    line.succeeds(export("seat", "@alone.onnx", "--head-only", "--json"));
    assertThat(line.out()).contains(newer.sha256(), "max_difference_rad");
    line.succeeds(export("seat", "@seat.safetensors"));
    assertThat(HeadFile.read(line.file("seat.safetensors")))
        .isEqualTo(new HeadFile(newer, fingerprint()));
  }

  @Test
  void whatCannotBeExportedIsRejectedAndLeavesNoFile() throws Exception {
    Head source = ModelDirectory.builtIn(BuiltInModel.STUDIO).sourceHead();
    publish("foreign", record("foreign", 7, source, "f00d"));
    publish(
        "forged",
        record("forged", 1, source, fingerprint()).toBuilder()
            .setSha256(ByteString.copyFrom(new byte[32]))
            .build());

    line.refuses(1, export("foreign", "@f.onnx"), "head 7 of domain 'foreign': was made for");
    line.refuses(1, export("none", "@f.onnx"), "has no head for domain 'none'", "foreign");
    line.refuses(1, export("forged", "@f.onnx"), "has no head for domain 'forged'");
    line.refuses(
        2, new String[] {"models", "export", "--out", "@f.onnx"}, "give either --domain or --head");
    assertThat(directory).isEmptyDirectory();
  }

  private static String[] export(String domain, String out, String... more) {
    String[] words = {
      "models",
      "export",
      "--kafka",
      BROKER.bootstrap(),
      "--set",
      "infer.model=studio",
      "--domain",
      domain,
      "--out",
      out
    };
    String[] all = Arrays.copyOf(words, words.length + more.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    return all;
  }

  private static void publish(String key, HeadModel record) throws Exception {
    try (KafkaProducer<String, byte[]> producer = BROKER.producer()) {
      byte[] bytes = record == null ? null : RecordType.HEAD_MODEL.encode(record);
      producer.send(new ProducerRecord<>(Topics.MODELS.name(), key, bytes)).get();
    }
  }

  private static HeadModel record(String domain, long version, Head head, String fingerprint) {
    HeadModel.Builder record =
        HeadModel.newBuilder()
            .setDomain(domain)
            .setVersion(version)
            .setBackboneFingerprint(fingerprint)
            .setSha256(ByteString.copyFrom(head.digest()));
    for (io.gazeshift.glsge.head.DenseLayer layer : head.layers()) {
      record.addLayers(
          DenseLayer.newBuilder()
              .setInputs(layer.inputs())
              .setOutputs(layer.outputs())
              .setWeight(bytes(layer.weight()))
              .setBias(bytes(layer.bias())));
    }
    return record.build();
  }

  /** The same head looking the other way. */
  private static Head turned(Head head) {
    io.gazeshift.glsge.head.DenseLayer linear = head.layers().get(2);
    float[] weight = linear.weight();
    for (int i = 0; i < weight.length; i++) {
      weight[i] = -weight[i];
    }
    return new Head(
        head.layers().get(0),
        head.layers().get(1),
        new io.gazeshift.glsge.head.DenseLayer(
            linear.inputs(), linear.outputs(), weight, linear.bias()));
  }

  private static String fingerprint() {
    try (Backbone backbone =
        ModelDirectory.builtIn(BuiltInModel.STUDIO).openBackbone(new BackboneOptions("cpu", 1))) {
      return backbone.fingerprint();
    }
  }

  private static ByteString bytes(float[] values) {
    ByteBuffer bytes =
        ByteBuffer.allocate(values.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values);
    return ByteString.copyFrom(bytes);
  }
}
