package io.gazeshift.broker;

import java.util.Optional;
import java.util.function.Supplier;
import kafka.server.BrokerServer;
import kafka.server.SharedServer;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.network.ListenerName;
import org.apache.kafka.metadata.KRaftMetadataCache;
import org.apache.kafka.server.common.KRaftVersion;

/**
 * A broker that completes its transactions in every partition, even in one that has no leader for a
 * while.
 *
 * <p>Kafka 4.3 treats a partition without a leader as deleted and never writes the end of a
 * transaction to it. In a cluster of one node, no partition has a leader between a start after kill
 * -9 and the controller's permission to serve, and that is when interrupted transactions are
 * completed. They would stay open forever, or end in some partitions only.
 */
final class PatientBroker extends BrokerServer {

  PatientBroker(SharedServer shared) {
    super(shared);
  }

  /** Called once, as the broker starts, before anything has asked the cache. */
  @Override
  public void metadataCache_$eq(KRaftMetadataCache cache) {
    super.metadataCache_$eq(
        new LeaderlessIsNotDeleted(config().nodeId(), () -> raftManager().client().kraftVersion()));
  }

  /** Where Kafka finds a partition but no node that leads it, it asks again later. */
  private static final class LeaderlessIsNotDeleted extends KRaftMetadataCache {

    LeaderlessIsNotDeleted(int node, Supplier<KRaftVersion> version) {
      super(node, version);
    }

    @Override
    public Optional<Node> getPartitionLeaderEndpoint(
        String topic, int partition, ListenerName listener) {
      return super.getPartitionLeaderEndpoint(topic, partition, listener)
          .or(
              () ->
                  contains(new TopicPartition(topic, partition))
                      ? Optional.of(Node.noNode())
                      : Optional.empty());
    }
  }
}
