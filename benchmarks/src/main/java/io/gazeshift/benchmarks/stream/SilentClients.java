package io.gazeshift.benchmarks.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Clients of a stream that read everything and do nothing with it, all on one thread, whose CPU
 * time can be told apart from the server's.
 */
final class SilentClients implements AutoCloseable {

  private static final int SELECT_MILLIS = 100;

  private final Selector selector;
  private final Thread thread = new Thread(this::read, "bench-clients");
  private final AtomicLong bytes = new AtomicLong();
  private volatile boolean closed;

  private SilentClients(Selector selector) {
    this.selector = selector;
  }

  /** Connects so many of them to the server at this address. */
  static SilentClients connect(String url, String path, int count) throws IOException {
    SilentClients clients = new SilentClients(Selector.open());
    InetSocketAddress server =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), URI.create(url).getPort());
    byte[] request =
        "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n".formatted(path).getBytes(US_ASCII);
    for (int i = 0; i < count; i++) {
      SocketChannel channel = SocketChannel.open(server);
      channel.write(ByteBuffer.wrap(request));
      channel.configureBlocking(false);
      channel.register(clients.selector, SelectionKey.OP_READ);
    }
    clients.thread.start();
    return clients;
  }

  private void read() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 16);
    try {
      while (!closed) {
        selector.select(key -> read(key, buffer), SELECT_MILLIS);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void read(SelectionKey key, ByteBuffer buffer) {
    try {
      int count = ((SocketChannel) key.channel()).read(buffer.clear());
      if (count < 0) {
        key.cancel();
      } else {
        bytes.addAndGet(count);
      }
    } catch (IOException e) {
      key.cancel();
    }
  }

  /** What all of them have read. */
  long bytes() {
    return bytes.get();
  }

  long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.getId());
  }

  @Override
  public void close() throws IOException {
    closed = true;
    selector.wakeup();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    for (SelectionKey key : selector.keys()) {
      key.channel().close();
    }
    selector.close();
  }
}
