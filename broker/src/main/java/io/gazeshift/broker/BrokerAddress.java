package io.gazeshift.broker;

import io.gazeshift.common.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * The address of the broker of a data directory, so that other processes on this machine find it
 * although its port is picked at random. The file may outlive the broker; the broker's lock on the
 * directory tells whether it is still valid.
 */
public final class BrokerAddress {

  private static final String FILE = "address";

  /** Where the last broker listened; only a wish, for its port may be taken. */
  private static final String LAST_FILE = "last-address";

  private BrokerAddress() {}

  /** Nothing where no broker runs on this directory. */
  public static Optional<String> ofRunning(Path dataDir) {
    BrokerSettings settings = BrokerSettings.in(dataDir);
    try {
      Path file = settings.dataDir().resolve(FILE);
      return Files.exists(file) && DataDirectory.isInUse(settings)
          ? Optional.of(Files.readString(file).strip())
          : Optional.empty();
    } catch (IOException e) {
      // Not to be read by this user: then there is none to join, and starting one will say why.
      return Optional.empty();
    }
  }

  /** Of the last broker of this directory, whether it runs or not. */
  static Optional<Integer> lastPort(Path dataDir) {
    try {
      String last = Files.readString(dataDir.resolve(LAST_FILE)).strip();
      return Optional.of(Integer.parseInt(last.substring(last.lastIndexOf(':') + 1)));
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  /**
   * A broker is about to start: until it announces itself, no client may use the former address.
   */
  static void forget(Path dataDir) {
    try {
      Files.deleteIfExists(dataDir.resolve(FILE));
    } catch (IOException e) {
      // A directory that cannot be written is rejected by the launch, with the reason.
      return;
    }
  }

  static void announce(Path dataDir, String bootstrap) {
    try {
      Path written = Files.writeString(dataDir.resolve(FILE + ".new"), bootstrap + "\n");
      Files.copy(written, dataDir.resolve(LAST_FILE), StandardCopyOption.REPLACE_EXISTING);
      Files.move(written, dataDir.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UserError(
          "broker.data-dir: cannot write to %s (%s)".formatted(dataDir, e.getMessage()), e);
    }
  }
}
