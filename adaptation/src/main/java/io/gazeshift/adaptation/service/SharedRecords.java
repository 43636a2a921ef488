package io.gazeshift.adaptation.service;

import io.gazeshift.adaptation.events.ContestedHeads;
import io.gazeshift.adaptation.events.GlanceLooks;
import io.gazeshift.adaptation.events.PastRuns;
import io.gazeshift.adaptation.request.OpenRequests;
import io.gazeshift.common.kafka.RejectionLog;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.AdaptationEvent;
import java.time.Instant;
import java.time.InstantSource;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What every process knows from the events and requests of all domains. A record that cannot be
 * read is counted and ignored. For one thread.
 */
final class SharedRecords {

  private static final Logger log = LoggerFactory.getLogger(SharedRecords.class);

  private final PastRuns runs = new PastRuns();
  private final OpenRequests requests = new OpenRequests();
  private final ContestedHeads contested = new ContestedHeads();
  private final GlanceLooks looks = new GlanceLooks();
  private final AdaptMeters meters;
  private final RejectionLog rejections;

  SharedRecords(AdaptMeters meters, InstantSource clock) {
    this.meters = meters;
    this.rejections = new RejectionLog(clock, "passed over", log::warn);
  }

  PastRuns runs() {
    return runs;
  }

  GlanceLooks looks() {
    return looks;
  }

  OpenRequests requests() {
    return requests;
  }

  ContestedHeads contested() {
    return contested;
  }

  void add(ConsumerRecord<String, byte[]> record) {
    try {
      if (record.topic().equals(Topics.REQUESTS.name())) {
        requests.add(
            RecordType.ADAPTATION_REQUEST.decode(record.value()),
            Instant.ofEpochMilli(record.timestamp()));
      } else {
        AdaptationEvent event = RecordType.ADAPTATION_EVENT.decode(record.value());
        runs.note(event);
        requests.note(event);
        contested.note(event);
        looks.note(event);
      }
    } catch (BadRecordException e) {
      meters.unreadable(record.topic(), e.reason());
      // Any client with write access may write many, and all are read at every start.
      rejections.rejected(
          "%s, %s".formatted(record.topic(), e.reason()),
          "offset %d, %s".formatted(record.offset(), e.getMessage()));
    }
  }
}
