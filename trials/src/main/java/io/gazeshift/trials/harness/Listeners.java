package io.gazeshift.trials.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Where a process listens, from what Linux tells of its sockets. */
public final class Listeners {

  private static final String LISTENING = "0A";

  private Listeners() {}

  /** Addresses (in the system's hexadecimal) that others than this machine could reach. */
  public static List<String> beyondLoopback(ProcessHandle process) throws IOException {
    Set<String> sockets = socketsOf(process);
    List<String> open = new ArrayList<>();
    for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
      for (String line : Files.readAllLines(Path.of(table))) {
        String[] words = line.strip().split("\\s+", -1);
        if (words.length > 9
            && words[3].equals(LISTENING)
            && sockets.contains(words[9])
            && !isLoopback(words[1])) {
          open.add(words[1]);
        }
      }
    }
    return open;
  }

  private static Set<String> socketsOf(ProcessHandle process) throws IOException {
    Set<String> inodes = new HashSet<>();
    try (Stream<Path> files = Files.list(Path.of("/proc", process.pid() + "", "fd"))) {
      for (Path file : files.toList()) {
        try {
          String target = Files.readSymbolicLink(file).toString();
          if (target.startsWith("socket:[")) {
            inodes.add(target.substring(8, target.length() - 1));
          }
        } catch (IOException e) {
          // Closed meanwhile.
        }
      }
    }
    return inodes;
  }

  /** 127.x.y.z, as itself or within IPv6; or ::1. */
  private static boolean isLoopback(String address) {
    String host = address.substring(0, address.indexOf(':'));
    return host.length() == 8
        ? host.endsWith("7F")
        : host.equals("00000000000000000000000001000000")
            || (host.startsWith("0000000000000000FFFF0000") && host.endsWith("7F"));
  }
}
