package io.gazeshift.adaptation.run;

import io.gazeshift.adaptation.config.AdaptConfig;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.backbone.samples.SampleFiles;
import io.gazeshift.common.UserError;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.data.PersonSplit;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.safe.SourceSplit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What every run starts from besides its samples.
 *
 * @param head of domains that have none of their own; with the fingerprint of the backbone whose
 *     features are adapted to
 * @param split labelled features of that backbone, by what each person is used for
 * @param bankName what to call it in reports
 */
public record Source(HeadFile head, SourceSplit split, String bankName) {

  private static final Logger log = LoggerFactory.getLogger(Source.class);

  /**
   * The configured bank, or else the one that the model brings along; empty where there is neither.
   */
  public static Optional<Path> bankFile(AdaptConfig config, ModelDirectory model) {
    return config.bank().or(model::ownBank);
  }

  /**
   * Reads the bank.
   *
   * @param fingerprint of the model's backbone
   * @throws UserError where a file is missing, or is not of this backbone
   */
  public static Source read(AdaptConfig config, ModelDirectory model, String fingerprint) {
    Path file =
        bankFile(config, model)
            .orElseThrow(
                () ->
                    UserError.usage(
                        ("adapt.bank: adaptation needs labelled features of the source, and %s has"
                                + " none; make a bank with 'gazeshift bank build' (or 'bank"
                                + " synthetic') and name it with --bank FILE")
                            .formatted(model.name())));
    HeadFile head = model.sourceHeadFile();
    SourceBank bank = bank("adapt.bank", file, model, head, fingerprint);
    SampleFiles.requireVaried("adapt.bank: " + file, bank);
    SourceSplit split = split(config, file, bank, model, fingerprint);
    split.shortage().ifPresent(shortage -> log.warn("adapt.bank: {}: {}", file, shortage));
    return new Source(
        head, split, config.bank().isPresent() ? file.toString() : "the bank of " + model.name());
  }

  private static SourceSplit split(
      AdaptConfig config, Path file, SourceBank bank, ModelDirectory model, String fingerprint) {
    HeadFile head = model.sourceHeadFile();
    Optional<PersonSplit> parts = head.split(bank);
    try {
      if (config.validation().isPresent()) {
        SourceBank others =
            bank("adapt.validation", config.validation().get(), model, head, fingerprint);
        return SourceSplit.of(parts.map(known -> bank.rows(known.kept())).orElse(bank), others);
      }
      if (parts.isEmpty()) {
        throw new UserError(
            ("adapt.validation: the source head of %s does not say which people of %s it was not"
                    + " trained on; name a bank of people it has not seen, or train a head with"
                    + " 'gazeshift head train --bank %2$s'")
                .formatted(model.name(), file));
      }
      return SourceSplit.of(bank.rows(parts.get().kept()), bank.rows(parts.get().heldOut()));
    } catch (IllegalArgumentException e) {
      throw new UserError("adapt.bank: %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static SourceBank bank(
      String setting, Path file, ModelDirectory model, HeadFile head, String fingerprint) {
    if (!Files.isRegularFile(file)) {
      throw new UserError(
          "%s: the file %s does not exist; make one with 'gazeshift bank'"
              .formatted(setting, file));
    }
    SourceBank bank = SampleFiles.bank(file);
    if (!bank.backboneFingerprint().isEmpty() && !bank.backboneFingerprint().equals(fingerprint)) {
      throw new UserError(
          ("%s: the features of %s are of the backbone %s, but %s is %s; make the bank anew with"
                  + " this model")
              .formatted(
                  setting,
                  file,
                  shortened(bank.backboneFingerprint()),
                  model.name(),
                  shortened(fingerprint)));
    }
    if (bank.features().width() != head.head().inputs()) {
      throw new UserError(
          "%s: %s has %d features, the head of %s takes %d; make the bank anew with this model"
              .formatted(
                  setting, file, bank.features().width(), model.name(), head.head().inputs()));
    }
    return bank;
  }

  private static String shortened(String fingerprint) {
    return fingerprint.length() <= 12 ? fingerprint : fingerprint.substring(0, 12) + "...";
  }

  /** How many labelled samples a run trains on. */
  public int trainingSamples() {
    return split.adaptation().train().size();
  }

  public int featureSize() {
    return head.head().inputs();
  }

  public String fingerprint() {
    return head.backboneFingerprint();
  }
}
