package io.gazeshift.daemon.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.daemon.doctor.CheckFinding.Health;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MachineChecksTest {

  private static final Platform AMD64 = Platform.of("Linux", "amd64");
  private static final Platform ARM64 = Platform.of("Linux", "aarch64");

  @ParameterizedTest
  @CsvSource({
    "Linux, amd64, linux-amd64, linux-x86_64",
    "Linux, aarch64, linux-arm64, linux-arm64",
    "Mac OS X, aarch64, macos-arm64, macosx-arm64",
    "Mac OS X, x86_64, macos-amd64, macos-amd64",
    "Windows 11, amd64, windows-11-amd64, windows-11-amd64"
  })
  void javaNamesThePlatform(String os, String arch, String name, String folder) {
    assertThat(Platform.of(os, arch)).isEqualTo(new Platform(name, folder));
  }

  /** The tests run with the libraries of the machine that they run on. */
  @Test
  void theLibrariesOfThisMachineAreFound() {
    assertThat(Platform.carried(MachineChecksTest.class.getClassLoader()))
        .containsExactly(Platform.of(System.getProperty("os.name"), System.getProperty("os.arch")));
  }

  /** What doctor tells people to build can be built, and holds what it looks for. */
  @Test
  void everySupportedPlatformCanBeBuilt() throws IOException {
    String pom = Files.readString(Path.of("../pom.xml"));
    for (Platform platform : Platform.SUPPORTED) {
      assertThat(pom)
          .containsPattern(
              "<name>platform</name>\\s*<value>%s</value>[^%%]{1,99}<native.platform>%s<"
                  .formatted(platform.name(), platform.folder()));
    }
    assertThat(Path.of("../Dockerfile")).content().contains("-Dplatform=\"linux-$TARGETARCH\"");
  }

  @Test
  void aMachineWithItsLibrariesIsNamed() {
    CheckFinding finding = MachineChecks.platform(ARM64, List.of(ARM64));
    assertThat(finding.health()).isEqualTo(Health.GOOD);
    assertThat(finding.what()).matches("linux-arm64, \\d+ processors");
  }

  @Test
  void aDistributionForAnotherMachineSaysHowToBuildOneForThis() {
    CheckFinding finding = MachineChecks.platform(ARM64, List.of(AMD64));
    assertThat(finding.health()).isEqualTo(Health.BAD);
    assertThat(finding.remedy())
        .isEqualTo(
            "this distribution has native libraries for linux-amd64; build it with"
                + " -Dplatform=linux-arm64");
  }

  @Test
  void aMachineWithoutLibrariesIsToldWhereToRun() {
    CheckFinding finding =
        MachineChecks.platform(Platform.of("Mac OS X", "x86_64"), List.of(AMD64));
    assertThat(finding.remedy())
        .isEqualTo(
            "this distribution has native libraries for linux-amd64, and there are none for this"
                + " machine; run it on linux-amd64, linux-arm64, macos-arm64");
  }
}
