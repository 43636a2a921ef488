package io.gazeshift.broker;

import io.gazeshift.common.UserError;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * The embedded Kafka broker: a child process that is restarted on the same port and data when it
 * dies, and ends with its parent. The caller closes it.
 */
public final class EmbeddedBroker implements AutoCloseable {

  private final BrokerSettings settings;
  private final int port;
  private final BrokerListener listener;
  private final RestartBudget budget;
  private final Thread supervisor;
  private volatile BrokerProcess process;
  private volatile boolean closed;
  private volatile UserError failure;

  private EmbeddedBroker(
      BrokerSettings settings,
      int port,
      BrokerListener listener,
      RestartPolicy policy,
      BrokerProcess process) {
    this.settings = settings;
    this.port = port;
    this.listener = listener;
    this.budget = new RestartBudget(policy, InstantSource.system());
    this.process = process;
    this.supervisor = new Thread(this::supervise, "broker-supervisor");
    this.supervisor.setDaemon(true);
  }

  /**
   * Returns when the broker serves clients.
   *
   * @throws UserError where it cannot, with the setting to change
   */
  public static EmbeddedBroker start(BrokerSettings settings, BrokerListener listener)
      throws InterruptedException {
    return start(settings, listener, RestartPolicy.DEFAULT);
  }

  static EmbeddedBroker start(
      BrokerSettings settings, BrokerListener listener, RestartPolicy policy)
      throws InterruptedException {
    int port = settings.port() == 0 ? usualOrFreePort(settings) : settings.port();
    BrokerAddress.forget(settings.dataDir());
    BrokerProcess process = BrokerProcess.launch(settings, port);
    EmbeddedBroker broker = new EmbeddedBroker(settings, port, listener, policy, process);
    broker.supervisor.start();
    try {
      BrokerAddress.announce(settings.dataDir(), broker.bootstrap());
      return broker;
    } catch (UserError e) {
      broker.close();
      throw e;
    }
  }

  /** Processes that used the former broker of this directory find the new one at its port. */
  private static int usualOrFreePort(BrokerSettings settings) {
    return BrokerAddress.lastPort(settings.dataDir())
        .filter(port -> Ports.isFree(settings.bindAddress(), port))
        .orElseGet(() -> Ports.free(settings.bindAddress(), new Random()));
  }

  /**
   * Says whether one could be started, without starting it.
   *
   * @throws UserError where it could not, with the setting to change
   */
  public static void checkSettings(BrokerSettings settings) throws InterruptedException {
    new DataDirectory(settings).prepare();
    if (settings.port() != 0) {
      Ports.rejectUnusable(settings.bindAddress(), settings.port());
    }
  }

  /** Where clients connect; stays the same for good. */
  public String bootstrap() {
    return NodeOptions.of(settings, port, 0).bootstrap();
  }

  /** Of the current child: changes with a restart. */
  public long pid() {
    return process.pid();
  }

  /** Whether the child runs now; between its death and its restart it does not. */
  public boolean isRunning() {
    return process.isAlive();
  }

  /** Why it stays down, once nothing starts it again. */
  public Optional<UserError> failure() {
    return Optional.ofNullable(failure);
  }

  /** Stops the broker in order; returns when no process of it is left. */
  @Override
  public void close() {
    closed = true;
    supervisor.interrupt();
    try {
      supervisor.join();
      process.stop();
    } catch (InterruptedException e) {
      process.kill();
      Thread.currentThread().interrupt();
    }
  }

  private void supervise() {
    try {
      boolean running = true;
      while (running && !closed) {
        int exitCode = process.waitFor();
        if (closed) {
          return;
        }
        listener.died(process.pid(), exitCode);
        running = restart();
      }
    } catch (InterruptedException e) {
      // By close(), which ends the process as well.
    } catch (RuntimeException e) {
      failure = new UserError("broker: its monitor stopped: " + e.getMessage(), e);
      listener.gaveUp(failure);
    }
  }

  /** Tries until it runs again; answers false where it stays down. */
  private boolean restart() throws InterruptedException {
    long diedNanos = System.nanoTime();
    UserError last = new UserError("broker: exited too often; see its logs");
    for (Optional<Duration> wait = budget.take(); wait.isPresent(); wait = budget.take()) {
      TimeUnit.MILLISECONDS.sleep(wait.get().toMillis());
      try {
        process = BrokerProcess.launch(settings, port);
        listener.restarted(process.pid(), Duration.ofNanos(System.nanoTime() - diedNanos));
        return true;
      } catch (UserError e) {
        last = e;
        listener.restartFailed(e);
      }
    }
    failure = last;
    listener.gaveUp(last);
    return false;
  }
}
