package io.gazeshift.broker;

import java.nio.file.Path;

/** A parent process for tests to kill: starts a broker, prints its pid and port, and waits. */
final class ParentMain {

  private ParentMain() {}

  public static void main(String[] args) throws InterruptedException {
    EmbeddedBroker broker =
        EmbeddedBroker.start(BrokerSettings.in(Path.of(args[0])), new BrokerListener() {});
    System.out.println(broker.pid());
    System.out.println(EmbeddedBrokerIT.portOf(broker));
    Thread.currentThread().join();
  }
}
