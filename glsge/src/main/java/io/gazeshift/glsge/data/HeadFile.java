package io.gazeshift.glsge.data;

import io.gazeshift.glsge.data.SafetensorsException.Reason;
import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A head as a safetensors file, with the fingerprint of the backbone whose features it takes.
 *
 * <p>Tensors, F32 or F16: {@code hidden1.weight} [h1, d], {@code hidden1.bias} [h1], {@code
 * hidden2.*}, {@code linear.weight} [2, h2], {@code linear.bias}. Metadata: {@code
 * backbone_fingerprint}; {@code head_sha256}, which is checked where it is present; and for a
 * source head, {@code held_out_persons} and {@code held_out_of_bank}, {@code error68_pitch_deg},
 * {@code error68_yaw_deg}, {@code person_bias_pitch_deg} and {@code person_bias_yaw_deg}.
 *
 * @param heldOut the people of its bank that the head has not seen, where that is known
 * @param accuracy how far it is off on such people, where that was measured
 */
public record HeadFile(
    Head head,
    String backboneFingerprint,
    Optional<HeldOut> heldOut,
    Optional<HeadAccuracy> accuracy) {

  private static final List<String> LAYERS = List.of("hidden1", "hidden2", "linear");
  private static final String FINGERPRINT = "backbone_fingerprint";
  private static final String SHA256 = "head_sha256";

  /** A head of which nothing is known about people it has not seen. */
  public HeadFile(Head head, String backboneFingerprint) {
    this(head, backboneFingerprint, Optional.empty(), Optional.empty());
  }

  /** The same head, with its accuracy. */
  public HeadFile with(Optional<HeadAccuracy> measured) {
    return new HeadFile(head, backboneFingerprint, heldOut, measured);
  }

  public static HeadFile read(Path file) {
    return from(Safetensors.read(file), file.toString());
  }

  /** Reads bytes that are in memory already; {@code source} names them in messages. */
  public static HeadFile read(byte[] bytes, String source) {
    return from(Safetensors.read(bytes, source), source);
  }

  /** The rows of a bank by whether the head was trained on them; empty if it does not say. */
  public Optional<PersonSplit> split(SourceBank bank) {
    return heldOut.filter(people -> people.isOf(bank)).map(people -> people.split(bank));
  }

  public void write(Path file) throws IOException {
    writer().write(file);
  }

  /**
   * As {@link #write(Path)}, with more metadata about where the head comes from; what is said of
   * the head itself stays as it is.
   */
  public void write(Path file, Map<String, String> provenance) throws IOException {
    SafetensorsWriter writer = new SafetensorsWriter();
    provenance.forEach(writer::metadata);
    fill(writer).write(file);
  }

  public byte[] toBytes() {
    return writer().toBytes();
  }

  private static HeadFile from(Safetensors file, String source) {
    List<DenseLayer> layers = new ArrayList<>();
    Head head;
    Optional<HeldOut> heldOut;
    Optional<HeadAccuracy> accuracy;
    try {
      for (String name : LAYERS) {
        layers.add(layer(file, name));
      }
      head = Head.of(layers);
      heldOut = HeldOut.read(file.metadata());
      accuracy = HeadAccuracy.read(file.metadata());
    } catch (IllegalArgumentException e) {
      throw new SafetensorsException(
          Reason.CORRUPT, "%s: is not a head file: %s".formatted(source, e.getMessage()), e);
    }
    String said = file.metadata().get(SHA256);
    if (said != null && !said.equals(head.sha256())) {
      throw new SafetensorsException(
          Reason.CORRUPT,
          ("%s: its weights have the hash %s, but its metadata says %s; download the file"
                  + " again")
              .formatted(source, head.sha256(), said));
    }
    return new HeadFile(head, file.requireMetadata(FINGERPRINT), heldOut, accuracy);
  }

  private static DenseLayer layer(Safetensors file, String name) {
    Tensor weight = file.tensor(name + ".weight").requireShape(-1, -1);
    long outputs = weight.shape()[0];
    long inputs = weight.shape()[1];
    Tensor bias = file.tensor(name + ".bias").requireShape(outputs);
    return new DenseLayer((int) inputs, (int) outputs, weight.floats(), bias.floats());
  }

  private SafetensorsWriter writer() {
    return fill(new SafetensorsWriter());
  }

  private SafetensorsWriter fill(SafetensorsWriter writer) {
    writer.metadata(FINGERPRINT, backboneFingerprint).metadata(SHA256, head.sha256());
    heldOut.ifPresent(people -> people.writeTo(writer));
    accuracy.ifPresent(measured -> measured.writeTo(writer));
    for (int i = 0; i < LAYERS.size(); i++) {
      DenseLayer layer = head.layers().get(i);
      writer
          .f32(LAYERS.get(i) + ".weight", layer.weight(), layer.outputs(), layer.inputs())
          .f32(LAYERS.get(i) + ".bias", layer.bias(), layer.outputs());
    }
    return writer;
  }
}
