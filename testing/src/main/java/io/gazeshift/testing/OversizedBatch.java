package io.gazeshift.testing;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.message.ProduceRequestData.PartitionProduceData;
import org.apache.kafka.common.message.ProduceRequestData.TopicProduceData;
import org.apache.kafka.common.message.ProduceRequestData.TopicProduceDataCollection;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.ProduceRequest;
import org.apache.kafka.common.requests.ProduceResponse;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.common.utils.ByteBufferOutputStream;
import org.apache.kafka.common.utils.ByteUtils;

/**
 * A batch as no honest producer makes it: a few kilobytes of zstd that hold one record of any size.
 * Kafka's own producer would need the memory for the record, so this writes the batch's bytes and
 * sends them in a request by hand.
 */
public final class OversizedBatch {

  /** The last version of the request that names topics. */
  private static final short REQUEST_VERSION = 12;

  private static final int LEADER_EPOCH_UNKNOWN = -1;
  private static final byte MAGIC = 2;
  private static final short ZSTD = 4;
  private static final int TIMEOUT_MILLIS = 60_000;

  private final ByteBuffer bytes;

  private OversizedBatch(ByteBuffer bytes) {
    this.bytes = bytes;
  }

  /** One record whose value is that many zeros. */
  public static OversizedBatch ofZeros(int valueBytes) throws IOException {
    return of(valueBytes, valueBytes);
  }

  /** One record that says it has so many zeros, and has only some of them. */
  public static OversizedBatch of(int claimedBytes, int valueBytes) throws IOException {
    ByteBuffer records = compressed(claimedBytes, valueBytes);
    int afterLength = 49 + records.remaining();
    ByteBuffer batch = ByteBuffer.allocate(12 + afterLength);
    long now = System.currentTimeMillis();
    batch.putLong(0).putInt(afterLength).putInt(LEADER_EPOCH_UNKNOWN).put(MAGIC);
    int crcAt = batch.position();
    batch.putInt(0).putShort(ZSTD).putInt(0).putLong(now).putLong(now);
    // No producer id, epoch or sequence; one record.
    batch.putLong(-1).putShort((short) -1).putInt(-1).putInt(1).put(records).flip();
    CRC32C crc = new CRC32C();
    crc.update(batch.slice(crcAt + 4, batch.limit() - crcAt - 4));
    batch.putInt(crcAt, (int) crc.getValue());
    return new OversizedBatch(batch);
  }

  private static ByteBuffer compressed(int claimedBytes, int valueBytes) throws IOException {
    // Attributes, time delta, offset delta, a key of one byte, and no headers after the value.
    int body = 5 + ByteUtils.sizeOfVarint(claimedBytes) + claimedBytes + 1;
    ByteBufferOutputStream packed = new ByteBufferOutputStream(1 << 16);
    try (OutputStream zstd = Compression.zstd().build().wrapForOutput(packed, MAGIC);
        DataOutputStream out = new DataOutputStream(zstd)) {
      ByteUtils.writeVarint(body, out);
      out.write(new byte[] {0, 0, 0});
      ByteUtils.writeVarint(1, out);
      out.write('k');
      ByteUtils.writeVarint(claimedBytes, out);
      byte[] zeros = new byte[1 << 16];
      for (int left = valueBytes; left > 0; left -= zeros.length) {
        out.write(zeros, 0, Math.min(left, zeros.length));
      }
      out.write(0);
    }
    return packed.buffer().flip();
  }

  /** What it takes on the wire. */
  public int sizeBytes() {
    return bytes.limit();
  }

  /** Sends it to the leader of a partition and answers what the broker says. */
  public Errors sendTo(String bootstrap, TopicPartition partition) throws IOException {
    ProduceRequestData data =
        new ProduceRequestData()
            .setAcks((short) -1)
            .setTimeoutMs(TIMEOUT_MILLIS)
            .setTopicData(
                new TopicProduceDataCollection(
                    List.of(
                            new TopicProduceData()
                                .setName(partition.topic())
                                .setPartitionData(
                                    List.of(
                                        new PartitionProduceData()
                                            .setIndex(partition.partition())
                                            .setRecords(
                                                MemoryRecords.readableRecords(bytes.duplicate())))))
                        .iterator()));
    RequestHeader header = new RequestHeader(ApiKeys.PRODUCE, REQUEST_VERSION, "oversized", 1);
    ByteBuffer request =
        ProduceRequest.builder(data, false).build(REQUEST_VERSION).serializeWithHeader(header);
    String[] address = bootstrap.split(":");
    try (Socket socket = new Socket(address[0], Integer.parseInt(address[1]))) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      out.writeInt(request.remaining());
      out.write(request.array(), request.arrayOffset() + request.position(), request.remaining());
      out.flush();
      DataInputStream in = new DataInputStream(socket.getInputStream());
      byte[] response = new byte[in.readInt()];
      in.readFully(response);
      ProduceResponse answer =
          (ProduceResponse) AbstractResponse.parseResponse(ByteBuffer.wrap(response), header);
      return Errors.forCode(
          answer.data().responses().iterator().next().partitionResponses().get(0).errorCode());
    }
  }
}
