package io.gazeshift.daemon.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.gazeshift.backbone.model.BuiltInModel;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.inference.keys.HeadSigner;
import io.gazeshift.inference.keys.KeyFiles;
import io.gazeshift.inference.swap.RejectedHeadException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.v1.HeadModel;
import io.gazeshift.testing.TestHeads;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which heads the page shows of those that anyone may have written. */
class LiveSettingsTest {

  private static final ByteString NAN = ByteString.copyFrom(new byte[] {0, 0, (byte) 0xc0, 0x7f});

  @TempDir private Path directory;
  private KeyFiles keys;
  private HeadSigner signer;

  @BeforeEach
  void makeKeys() throws IOException {
    keys = KeyFiles.generate(directory.resolve("keys"), new SecureRandom());
    signer = HeadSigner.read(keys.privateKey());
  }

  @Test
  void withKeysAProcessWithoutAModelShowsOnlySignedHeads() throws Exception {
    LiveState state = new LiveState(LiveSettings.ofAnyModel(trusting(keys, "studio")));
    HeadSigner stranger =
        HeadSigner.read(
            KeyFiles.generate(directory.resolve("stranger"), new SecureRandom()).privateKey());

    assertHidden(state, "van", head(1_000_000));
    assertHidden(state, "van", stranger.sign(head(1_000_000)));
    assertHidden(state, "lorry", signer.sign(head(1_000_000)));
    assertHidden(state, "van", signer.sign(head(Long.MAX_VALUE)));
    show(state, signer.sign(head(2)));
    assertHidden(state, "van", signer.sign(head(1)));

    assertThat(shownVersion(state)).isEqualTo(2);
  }

  @Test
  void withoutKeysAProcessWithoutAModelShowsHeadsThatAreWhole() throws Exception {
    LiveState state = new LiveState(LiveSettings.ofAnyModel(config("studio", "")));
    HeadModel changed = head(1_000_000).toBuilder().removeLayers(1).build();
    HeadModel notANumber =
        head(1_000_000).toBuilder()
            .setLayers(1, head(1).getLayers(1).toBuilder().setBias(NAN))
            .build();

    assertHidden(state, "lorry", head(1_000_000));
    assertHidden(state, "van", changed);
    assertHidden(state, "van", TestHeads.sealed(changed));
    assertHidden(state, "van", TestHeads.sealed(notANumber));
    show(state, head(7));

    assertThat(shownVersion(state)).isEqualTo(7);
  }

  @Test
  void aModelWithoutAHeadOfItsOwnShowsOnlySignedHeadsToo() throws Exception {
    ModelDirectory studio = ModelDirectory.builtIn(BuiltInModel.STUDIO);
    Path headless = directory.resolve("headless");
    ModelDirectory.write(headless, studio.backboneFile().bytes(), studio.input());
    LiveState state = new LiveState(LiveSettings.of(trusting(keys, headless.toString())));

    assertHidden(state, "van", head(1_000_000));
    show(state, signer.sign(head(1)));

    assertThat(shownVersion(state)).isEqualTo(1);
  }

  private GazeshiftConfig trusting(KeyFiles trusted, String model) throws IOException {
    return config(model, "trusted-keys: [%s]".formatted(trusted.publicKey()));
  }

  private GazeshiftConfig config(String model, String keys) throws IOException {
    return LiveFaces.config(
        directory,
        """
        cameras: [{id: van, source: "synthetic:lab"}]
        infer:
          model: %s
          %s
        """
            .formatted(model, keys));
  }

  /** Of a backbone that this process does not know. */
  private static HeadModel head(long version) {
    return TestHeads.record("van", version, LiveFaces.BACKBONE, LiveFaces.SOURCE.head());
  }

  private static void show(LiveState state, HeadModel head) throws RejectedHeadException {
    state.noteHead(head.getDomain(), RecordType.HEAD_MODEL.encode(head));
  }

  private static void assertHidden(LiveState state, String key, HeadModel head) {
    assertThatThrownBy(() -> state.noteHead(key, RecordType.HEAD_MODEL.encode(head)))
        .isInstanceOf(RejectedHeadException.class);
  }

  private static long shownVersion(LiveState state) {
    return state.snapshot(LiveFaces.START).domains().get(0).headVersion();
  }
}
