package io.gazeshift.inference.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.gazeshift.common.UserError;
import io.gazeshift.protocol.v1.DenseLayer;
import io.gazeshift.protocol.v1.HeadModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class HeadSignerTest {

  /** A switch of the kernel that not even root may read. */
  private static final Path WRITE_ONLY = Path.of("/proc/sys/net/ipv4/route/flush");

  @TempDir Path dir;

  private KeyFiles files;
  private HeadModel signed;

  @BeforeEach
  void generate() {
    files = KeyFiles.generate(dir.resolve("mine"), new SecureRandom());
    signed = HeadSigner.read(files.privateKey()).sign(head());
  }

  @Test
  void onlyItsOwnerMayReadThePrivateKey() throws IOException {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(files.privateKey())))
        .isEqualTo("rw-------");
    assertThat(Files.readString(files.privateKey())).startsWith("-----BEGIN PRIVATE KEY-----\n");
    assertThat(Files.readString(files.publicKey())).startsWith("-----BEGIN PUBLIC KEY-----\n");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aKeyThatMayNotBeReadIsRejectedByName() throws IOException {
    for (Path key : List.of(files.privateKey(), files.publicKey())) {
      Files.delete(key);
      Files.createSymbolicLink(key, WRITE_ONLY);
    }
    String remedy = "change its permissions, or run as its owner";
    assertThatThrownBy(() -> HeadSigner.read(files.privateKey()))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith(files.privateKey().toString())
        .hasMessageEndingWith(remedy);
    assertThatThrownBy(() -> TrustedKeys.read(List.of(files.publicKey())))
        .isInstanceOf(UserError.class)
        .hasMessageContaining(files.publicKey().toString())
        .hasMessageEndingWith(remedy);
  }

  @Test
  void thePublicKeyVouchesForWhatThePrivateKeySigned() {
    assertThat(TrustedKeys.read(List.of(files.publicKey())).vouchFor(signed)).isTrue();
    assertThat(TrustedKeys.none().requireSignature()).isFalse();
  }

  @Test
  void oneOfSeveralKeysInADirectoryIsEnough() throws IOException {
    KeyFiles other = KeyFiles.generate(dir.resolve("other"), new SecureRandom());
    Path trusted = Files.createDirectory(dir.resolve("trusted"));
    Files.copy(other.publicKey(), trusted.resolve("a.pem"));
    assertThat(TrustedKeys.read(List.of(trusted)).vouchFor(signed)).isFalse();
    Files.copy(files.publicKey(), trusted.resolve("b.pem"));
    assertThat(TrustedKeys.read(List.of(trusted)).vouchFor(signed)).isTrue();
  }

  @Test
  void aSignerThatIsNotTrustedIsRejected() {
    KeyFiles other = KeyFiles.generate(dir.resolve("other"), new SecureRandom());
    TrustedKeys keys = TrustedKeys.read(List.of(files.publicKey()));
    assertThat(keys.signer("--key", Optional.of(files.privateKey()))).isPresent();
    assertThatThrownBy(() -> keys.signer("--key", Optional.empty()))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("--key: heads must be signed");
    assertThatThrownBy(() -> keys.signer("--key", Optional.of(other.privateKey())))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("--key: " + other.privateKey() + " does not match any key");
    assertThat(TrustedKeys.none().signer("--key", Optional.empty())).isEmpty();
    assertThat(TrustedKeys.none().signer("--key", Optional.of(other.privateKey()))).isPresent();
  }

  @Test
  void nothingThatIsSignedCanBeChanged() {
    TrustedKeys keys = TrustedKeys.read(List.of(files.publicKey()));
    assertThat(
            List.of(
                signed.toBuilder().setDomain("van-8").build(),
                signed.toBuilder().setVersion(4).build(),
                signed.toBuilder().setParentVersion(1).build(),
                signed.toBuilder().setBackboneFingerprint("other").build(),
                signed.toBuilder().setCreatedMicros(1).build(),
                signed.toBuilder().setReportSummary("better").build(),
                signed.toBuilder().setAuthor("person eve").build(),
                signed.toBuilder().setPinned(true).build(),
                signed.toBuilder().setRestoredVersion(0).build(),
                signed.toBuilder().setSha256(ByteString.copyFrom(new byte[32])).build(),
                signed.toBuilder().clearSignature().build(),
                signed.toBuilder().setSignature(ByteString.copyFromUtf8("me")).build()))
        .noneMatch(keys::vouchFor);
  }

  @Test
  void whatIsNoKeyIsRejectedByName() throws IOException {
    Path text = Files.writeString(dir.resolve("text.pem"), "hello");
    Path empty = Files.createDirectory(dir.resolve("empty"));
    assertThatThrownBy(() -> TrustedKeys.read(List.of(text)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("text.pem: contains no PEM block");
    assertThatThrownBy(() -> TrustedKeys.read(List.of(files.privateKey())))
        .hasMessageContaining("contains a PRIVATE KEY, but a PUBLIC KEY is needed here");
    assertThatThrownBy(() -> TrustedKeys.read(List.of(dir.resolve("none.pem"))))
        .hasMessageContaining("none.pem: the file does not exist");
    assertThatThrownBy(() -> TrustedKeys.read(List.of(empty)))
        .hasMessageContaining("contains no .pem file");
    assertThatThrownBy(() -> KeyFiles.generate(dir.resolve("mine"), new SecureRandom()))
        .hasMessageContaining("already exists");
  }

  private static HeadModel head() {
    HeadModel head =
        HeadModel.newBuilder()
            .setDomain("van-7")
            .setVersion(3)
            .setBackboneFingerprint("b")
            .addLayers(
                DenseLayer.newBuilder()
                    .setInputs(1)
                    .setOutputs(1)
                    .setWeight(ByteString.copyFrom(new byte[4]))
                    .setBias(ByteString.copyFrom(new byte[4])))
            .build();
    return head.toBuilder().setSha256(HeadSeal.sha256(head)).build();
  }
}
