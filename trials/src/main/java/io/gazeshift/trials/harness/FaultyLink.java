package io.gazeshift.trials.harness;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Passes TCP on from one loopback address to another, and can be made to do so badly: late, not at
 * all without saying so, or with connections that break. Thread-safe.
 */
public final class FaultyLink implements AutoCloseable {

  private static final int CHUNK_BYTES = 64 << 10;

  private final ServerSocket door;
  private final InetSocketAddress target;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile long delayMillis;
  private volatile boolean silent;

  /** Listens at once. */
  public FaultyLink(InetSocketAddress at, InetSocketAddress target) throws IOException {
    this.target = target;
    this.door = new ServerSocket();
    door.setReuseAddress(true);
    door.bind(at);
    daemon(this::accept, "link-door");
  }

  /** An address of the loopback that is not the usual one. */
  public static InetSocketAddress otherLoopback(int port) throws IOException {
    return new InetSocketAddress(InetAddress.getByName("127.0.0.2"), port);
  }

  /** Every piece is so much later, each way. */
  public void delay(long millis) {
    delayMillis = millis;
  }

  /** Nothing passes any more, and no connection is closed: half-open connections. */
  public void silence() {
    silent = true;
  }

  /** Breaks every connection; new ones are welcome. */
  public void drop() {
    open.forEach(FaultyLink::reset);
  }

  /** As good as new; what was silenced breaks, as it does when a lost peer comes back. */
  public void heal() {
    delayMillis = 0;
    if (silent) {
      silent = false;
      drop();
    }
  }

  public int connections() {
    return open.size();
  }

  private void accept() {
    while (!door.isClosed()) {
      try {
        Socket client = door.accept();
        open.add(client);
        daemon(() -> connect(client), "link");
      } catch (IOException e) {
        // Closed, or one client less.
      }
    }
  }

  private void connect(Socket client) {
    Socket server = new Socket();
    try {
      server.connect(target);
      open.add(server);
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      daemon(() -> pass(server, client), "link-back");
      pass(client, server);
    } catch (IOException e) {
      reset(client);
      open.remove(client);
    }
  }

  private void pass(Socket from, Socket to) {
    byte[] chunk = new byte[CHUNK_BYTES];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(chunk); read > 0; read = in.read(chunk)) {
        TimeUnit.MILLISECONDS.sleep(delayMillis);
        while (silent) {
          TimeUnit.MILLISECONDS.sleep(20);
        }
        out.write(chunk, 0, read);
      }
    } catch (IOException e) {
      // One side is gone; the other learns of it.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      for (Socket each : new Socket[] {from, to}) {
        reset(each);
        open.remove(each);
      }
    }
  }

  private static void reset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException e) {
      // Closed already.
    }
  }

  private static void daemon(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    door.close();
    silent = false;
    drop();
  }
}
