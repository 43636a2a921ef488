package io.gazeshift.broker;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.common.UserError;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.protocol.Topics;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReadyTopicsTest {

  @Test
  void aClusterThatDoesNotAnswerIsNotAMatterOfPermissions() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String bootstrap = "127.0.0.1:" + silent.getLocalPort();
      KafkaAccess kafka =
          new KafkaAccess(
              bootstrap, Map.of("request.timeout.ms", "200", "default.api.timeout.ms", "500"));

      assertThatThrownBy(() -> ReadyTopics.ensure(kafka, 1, List.of(Topics.PREDICTIONS_JSON)))
          .isInstanceOf(UserError.class)
          .hasMessageStartingWith("kafka: cannot create or read gaze.predictions.json: ")
          .hasMessageEndingWith("check that all brokers of %s are up".formatted(bootstrap));
    }
  }
}
