package io.gazeshift.testing;

import io.gazeshift.broker.BrokerListener;
import io.gazeshift.broker.BrokerSettings;
import io.gazeshift.broker.EmbeddedBroker;
import io.gazeshift.protocol.Topic;
import io.gazeshift.protocol.TopicSetup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * One real broker for a test class, in a directory that goes with it, with every topic ready:
 *
 * <pre>{@code
 * @RegisterExtension static final RunningBroker BROKER = new RunningBroker();
 * }</pre>
 */
public final class RunningBroker implements BeforeAllCallback, AfterAllCallback {

  private Path directory;
  private EmbeddedBroker broker;
  private Admin admin;

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    directory = Files.createTempDirectory("gazeshift-broker");
    broker = EmbeddedBroker.start(BrokerSettings.in(directory), new BrokerListener() {});
    admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap()));
    TopicSetup.ensure(admin, 1);
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    if (admin != null) {
      admin.close();
    }
    if (broker != null) {
      broker.close();
    }
    Directories.delete(directory);
  }

  public Path directory() {
    return directory;
  }

  public EmbeddedBroker broker() {
    return broker;
  }

  public String bootstrap() {
    return broker.bootstrap();
  }

  /** Shared by the class; not the test's to close. */
  public Admin admin() {
    return admin;
  }

  /** Makes a topic as older versions made it: compressed batches are stored as they come. */
  public void storeCompressed(Topic topic) throws Exception {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic.name());
    AlterConfigOp alter =
        new AlterConfigOp(
            new ConfigEntry(TopicConfig.COMPRESSION_TYPE_CONFIG, "producer"),
            AlterConfigOp.OpType.SET);
    admin.incrementalAlterConfigs(Map.of(resource, List.of(alter))).all().get();
  }

  /** A producer of bytes with all acknowledgements, for the test to close. */
  public KafkaProducer<String, byte[]> producer() {
    return producer(bootstrap());
  }

  /** As {@link #producer()}, with compressed batches. */
  public KafkaProducer<String, byte[]> compressingProducer(String compression) {
    return producer(bootstrap(), compression);
  }

  /** A consumer of bytes that belongs to no group and starts at the beginning. */
  public KafkaConsumer<String, byte[]> consumer() {
    return consumer(bootstrap());
  }

  public static KafkaProducer<String, byte[]> producer(String bootstrap) {
    return producer(bootstrap, "none");
  }

  private static KafkaProducer<String, byte[]> producer(String bootstrap, String compression) {
    return new KafkaProducer<>(
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrap,
            ProducerConfig.ACKS_CONFIG,
            "all",
            ProducerConfig.COMPRESSION_TYPE_CONFIG,
            compression,
            ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
            8 << 20),
        new StringSerializer(),
        new ByteArraySerializer());
  }

  public static KafkaConsumer<String, byte[]> consumer(String bootstrap) {
    return new KafkaConsumer<>(
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrap,
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            "earliest",
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
            false),
        new StringDeserializer(),
        new ByteArrayDeserializer());
  }
}
