package io.gazeshift.outputs.mqtt;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gazeshift.common.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.paho.client.mqttv3.IMqttActionListener;
import org.eclipse.paho.client.mqttv3.IMqttToken;
import org.eclipse.paho.client.mqttv3.MqttAsyncClient;
import org.eclipse.paho.client.mqttv3.MqttConnectOptions;
import org.eclipse.paho.client.mqttv3.MqttException;
import org.eclipse.paho.client.mqttv3.persist.MemoryPersistence;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to an MQTT broker, until it is lost. It knows which notes the broker has not
 * acknowledged, whatever the library does with them.
 */
final class MqttConnection implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(MqttConnection.class);

  /** Enough for a line that takes a second for an answer, at two cameras. */
  private static final int MOST_IN_FLIGHT = 64;

  private static final int QOS = 1;
  private static final Duration CONNECT_WITHIN = Duration.ofSeconds(10);
  private static final Duration KEEP_ALIVE = Duration.ofSeconds(15);
  private static final Duration LAST_ACKNOWLEDGEMENTS = Duration.ofSeconds(1);

  /** One on its way; notes of the same text are told apart. */
  private static final class InFlight implements IMqttActionListener {

    private final MqttNote note;
    private final MqttConnection connection;

    InFlight(MqttNote note, MqttConnection connection) {
      this.note = note;
      this.connection = connection;
    }

    @Override
    public void onSuccess(IMqttToken token) {
      connection.acknowledged(this);
    }

    /** The connection is lost, and {@link MqttConnection#end} has the note. */
    @Override
    public void onFailure(IMqttToken token, Throwable failure) {
      log.debug("not acknowledged: {}", note.topic());
    }
  }

  private final MqttAsyncClient client;
  private final Runnable acknowledged;
  private final Set<InFlight> inFlight = new LinkedHashSet<>();

  /** Whether what was sent last must be acknowledged before the next one is sent. */
  private boolean alone;

  private MqttConnection(MqttAsyncClient client, Runnable acknowledged) {
    this.client = client;
    this.acknowledged = acknowledged;
  }

  /**
   * @param acknowledged is told of every note that the broker has
   * @throws MqttException if the broker does not answer, or rejects this client
   * @throws UserError if a file cannot be used
   */
  static MqttConnection open(MqttServer server, MqttConfig config, Runnable acknowledged)
      throws MqttException {
    return open(server, config, acknowledged, CONNECT_WITHIN);
  }

  /**
   * @param connectWithin how long each of the server and MQTT may take to answer
   */
  static MqttConnection open(
      MqttServer server, MqttConfig config, Runnable acknowledged, Duration connectWithin)
      throws MqttException {
    MqttConnectOptions options = new MqttConnectOptions();
    options.setMqttVersion(MqttConnectOptions.MQTT_VERSION_3_1_1);
    options.setCleanSession(true);
    options.setMaxInflight(2 * MOST_IN_FLIGHT);
    options.setConnectionTimeout((int) connectWithin.toSeconds());
    options.setKeepAliveInterval((int) KEEP_ALIVE.toSeconds());
    config.login().user().ifPresent(options::setUserName);
    config
        .login()
        .passwordFile()
        .ifPresent(file -> options.setPassword(password(file).toCharArray()));
    if (server.encrypted()) {
      options.setSocketFactory(PemFiles.sockets(config.tls()));
      options.setHttpsHostnameVerificationEnabled(true);
    }
    MqttAsyncClient client =
        new MqttAsyncClient(server.uri(), config.clientId(), new MemoryPersistence());
    MqttConnection connection = new MqttConnection(client, acknowledged);
    try {
      client.connect(options).waitForCompletion(2 * connectWithin.toMillis());
      return connection;
    } catch (MqttException e) {
      connection.breakOff();
      connection.close();
      throw e;
    }
  }

  /** As long as it connects the library does not let a client be closed. */
  private void breakOff() {
    try {
      client.disconnectForcibly(0, 1, false);
    } catch (MqttException e) {
      log.debug("while breaking off: {}", e.getMessage());
    }
  }

  private static String password(Path file) {
    try {
      return Files.readString(file, UTF_8).strip();
    } catch (IOException e) {
      throw new UserError(
          "mqtt.password-file: cannot read %s (%s); write the password of mqtt.user to it"
              .formatted(file, e.getClass().getSimpleName()),
          e);
    }
  }

  /** Waits until another one may be sent; false if the connection is lost. */
  synchronized boolean awaitRoom(Duration lookEvery) throws InterruptedException {
    while (inFlight.size() >= (alone ? 1 : MOST_IN_FLIGHT) && client.isConnected()) {
      wait(lookEvery.toMillis());
    }
    return client.isConnected();
  }

  /** Those that go alone come first, so there is nothing in flight then. */
  void send(MqttNote note) {
    InFlight sent = new InFlight(note, this);
    synchronized (this) {
      inFlight.add(sent);
      alone = note.goesAlone();
    }
    try {
      client.publish(note.topic(), note.payload(), QOS, false, null, sent);
    } catch (MqttException e) {
      // The connection is lost; what is in flight is sent over the next one.
      log.debug("cannot send {}: {}", note.topic(), e.getMessage());
    }
  }

  private void acknowledged(InFlight note) {
    synchronized (this) {
      inFlight.remove(note);
      notifyAll();
    }
    acknowledged.run();
  }

  /** Waits a little for acknowledgements, and answers the notes without one. */
  List<MqttNote> end() throws InterruptedException {
    long startNanos = System.nanoTime();
    synchronized (this) {
      while (!inFlight.isEmpty()
          && client.isConnected()
          && System.nanoTime() - startNanos < LAST_ACKNOWLEDGEMENTS.toNanos()) {
        wait(LAST_ACKNOWLEDGEMENTS.toMillis());
      }
      return inFlight.stream().map(sent -> sent.note).toList();
    }
  }

  @Override
  public void close() {
    try {
      if (client.isConnected()) {
        client.disconnectForcibly(0, LAST_ACKNOWLEDGEMENTS.toMillis());
      }
      client.close(true);
    } catch (MqttException e) {
      log.debug("while closing: {}", e.getMessage());
    }
  }
}
