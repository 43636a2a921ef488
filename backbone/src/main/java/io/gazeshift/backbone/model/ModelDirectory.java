package io.gazeshift.backbone.model;

import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.backbone.engine.BackboneFile;
import io.gazeshift.backbone.engine.BackboneOptions;
import io.gazeshift.backbone.input.BackboneInput;
import io.gazeshift.common.UserError;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.data.SafetensorsException;
import io.gazeshift.glsge.head.Head;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * A backbone, what it takes of a face and its source head, as they stand in a directory (or, built
 * in, on the class path). Everything is read when it is made; opening the backbone checks that the
 * parts belong together. The head may be missing while there is only a backbone to make one with.
 */
public final class ModelDirectory {

  static final String BACKBONE = "backbone.onnx";
  static final String TORCHSCRIPT_BACKBONE = "backbone.pt";
  static final String HEAD = "head.safetensors";
  static final String BANK = "bank.safetensors";

  private static final String WHAT_A_MODEL_IS =
      "a model directory contains %s or %s, %s and %s"
          .formatted(BACKBONE, TORCHSCRIPT_BACKBONE, BackboneInput.FILE_NAME, HEAD);

  private final String name;
  private final BackboneFile backboneFile;
  private final BackboneInput input;
  private final Optional<HeadFile> head;
  private final Supplier<Optional<Path>> ownBank;

  private ModelDirectory(String name, Source files, Supplier<Optional<Path>> ownBank)
      throws IOException {
    this.name = name;
    this.ownBank = ownBank;
    this.backboneFile = readBackbone(files);
    this.input =
        BackboneInput.fromJson(files.read(BackboneInput.FILE_NAME), label(BackboneInput.FILE_NAME));
    this.head = files.find(HEAD).map(this::readHead);
  }

  /** Where the three files come from. */
  private interface Source {
    byte[] read(String fileName) throws IOException;

    default Optional<byte[]> find(String fileName) throws IOException {
      try {
        return Optional.of(read(fileName));
      } catch (NoSuchFileException e) {
        return Optional.empty();
      }
    }
  }

  /** A model that this program brings along. */
  public static ModelDirectory builtIn(BuiltInModel model) {
    Source resources = fileName -> resource(model, fileName);
    String name = "built-in model " + model.label();
    try {
      return new ModelDirectory(name, resources, () -> builtInBank(resources));
    } catch (IOException e) {
      throw new IllegalStateException("the %s is missing from this program".formatted(name), e);
    }
  }

  /** A model of the user's, or a built-in one by its name. */
  public static ModelDirectory of(Path directory) {
    return BuiltInModel.named(directory)
        .map(ModelDirectory::builtIn)
        .orElseGet(() -> read(directory));
  }

  private static ModelDirectory read(Path directory) {
    if (!Files.isDirectory(directory)) {
      throw new UserError("%s: is not a directory; %s".formatted(directory, WHAT_A_MODEL_IS));
    }
    try {
      return new ModelDirectory(
          directory.toString(),
          fileName -> Files.readAllBytes(directory.resolve(fileName)),
          () -> Optional.of(bank(directory)).filter(Files::isRegularFile));
    } catch (NoSuchFileException e) {
      throw new UserError(
          "%s: the file does not exist; %s".formatted(e.getFile(), WHAT_A_MODEL_IS), e);
    } catch (IOException e) {
      throw new UserError("%s: cannot read the file: %s".formatted(directory, e.getMessage()), e);
    }
  }

  /**
   * Rejects a directory that already contains a model or a part of one: a trained head would be
   * lost.
   */
  public static void rejectOccupied(Path directory) {
    for (String name :
        List.of(BACKBONE, TORCHSCRIPT_BACKBONE, BackboneInput.FILE_NAME, HEAD, BANK)) {
      if (Files.exists(directory.resolve(name))) {
        throw new UserError(
            "%s: already exists, and models are never overwritten; choose another directory"
                .formatted(directory.resolve(name)));
      }
    }
  }

  /** Writes a model without a head to a directory, made where it is absent. */
  public static ModelDirectory write(Path directory, byte[] onnx, BackboneInput input)
      throws IOException {
    Files.createDirectories(directory);
    Files.write(directory.resolve(BACKBONE), onnx);
    Files.writeString(directory.resolve(BackboneInput.FILE_NAME), input.toJson());
    return of(directory);
  }

  /** Gives a model in a directory its source head. */
  public static void writeHead(Path directory, HeadFile head) throws IOException {
    head.write(directory.resolve(HEAD));
  }

  /** Where a model in a directory keeps the labelled features that it is adapted with. */
  public static Path bank(Path directory) {
    return directory.resolve(BANK);
  }

  /**
   * Its bank, if it has one; the built-in bank is unpacked on request, so that it can be mapped
   * into memory.
   */
  public Optional<Path> ownBank() {
    return ownBank.get();
  }

  /** What to call it in messages. */
  public String name() {
    return name;
  }

  public BackboneInput input() {
    return input;
  }

  public BackboneFile backboneFile() {
    return backboneFile;
  }

  public boolean hasSourceHead() {
    return head.isPresent();
  }

  /** The head every domain starts with. */
  public Head sourceHead() {
    return sourceHeadFile().head();
  }

  /** The same, with what is known of the people it has not seen. */
  public HeadFile sourceHeadFile() {
    return head.orElseThrow(
        () ->
            new UserError(
                ("%s: the file does not exist; create a bank with 'gazeshift bank build"
                        + " --backbone %s' and train a head on it with 'gazeshift head train'")
                    .formatted(label(HEAD), name)));
  }

  /**
   * Rejects patches that it does not take, or their absence: every face would be rejected, one by
   * one.
   *
   * @param published whether faces have patches at all
   */
  public void requirePatches(boolean published, int pixels) {
    OptionalInt expected = input.patchSize();
    if (expected.isPresent() && !published) {
      throw UserError.usage(
          "ingest.patches: is false, but %s needs pictures; set ingest.patches to true"
              .formatted(name));
    }
    if (expected.isPresent() && pixels != expected.getAsInt()) {
      throw UserError.usage(
          ("ingest.patch-size: is %d, but %s expects patches of %d; set ingest.patch-size"
                  + " to that")
              .formatted(pixels, name, expected.getAsInt()));
    }
  }

  /** Opens the backbone, which is the caller's to close. */
  public Backbone openBackbone(BackboneOptions options) {
    Backbone backbone = backboneFile.open(input, options);
    try {
      head.ifPresent(own -> rejectForeign(own, label(HEAD), backbone));
      return backbone;
    } catch (UserError e) {
      backbone.close();
      throw e;
    }
  }

  /** Rejects a head that was not made for this backbone; {@code source} names the head. */
  public static void rejectForeign(HeadFile head, String source, Backbone backbone) {
    if (head.head().inputs() != backbone.featureSize()) {
      throw new UserError(
          ("%s: expects %d features, but the backbone produces %d; use the head made for"
                  + " this backbone")
              .formatted(source, head.head().inputs(), backbone.featureSize()));
    }
    if (!head.backboneFingerprint().equals(backbone.fingerprint())) {
      throw new UserError(
          ("%s: was made for the backbone %s, but this backbone with its %s is %s; use"
                  + " the head made for this backbone")
              .formatted(
                  source,
                  shortened(head.backboneFingerprint()),
                  BackboneInput.FILE_NAME,
                  shortened(backbone.fingerprint())));
    }
  }

  private BackboneFile readBackbone(Source files) throws IOException {
    Optional<byte[]> torchScript = files.find(TORCHSCRIPT_BACKBONE);
    if (torchScript.isEmpty()) {
      return BackboneFile.of(files.read(BACKBONE), label(BACKBONE));
    }
    if (files.find(BACKBONE).isPresent()) {
      throw new UserError(
          "%s: contains both %s and %s; remove the one you do not want"
              .formatted(name, BACKBONE, TORCHSCRIPT_BACKBONE));
    }
    return BackboneFile.of(torchScript.get(), label(TORCHSCRIPT_BACKBONE));
  }

  private HeadFile readHead(byte[] bytes) {
    try {
      return HeadFile.read(bytes, label(HEAD));
    } catch (SafetensorsException e) {
      throw new UserError(e.getMessage(), e);
    }
  }

  private String label(String fileName) {
    return name + "/" + fileName;
  }

  private static String shortened(String fingerprint) {
    return fingerprint.length() <= 12 ? fingerprint : fingerprint.substring(0, 12) + "...";
  }

  private static Optional<Path> builtInBank(Source resources) {
    try {
      return resources.find(BANK).map(bytes -> UnpackedFile.usual().unpack(BANK, bytes));
    } catch (IOException e) {
      throw new IllegalStateException("cannot read the built-in bank", e);
    }
  }

  private static byte[] resource(BuiltInModel model, String fileName) throws IOException {
    String name = "/models/%s/%s".formatted(model.label(), fileName);
    try (InputStream in = ModelDirectory.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new NoSuchFileException(name);
      }
      return in.readAllBytes();
    }
  }
}
