package io.gazeshift.trials.harness;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.Map;

/** HTTP without any protocol rules: bytes are sent as they are. */
public final class RawHttp {

  /**
   * What came back.
   *
   * @param status 0 where the server hung up, -1 where it did not answer in time
   */
  public record Reply(int status, String text) {}

  private static final int PATIENCE_MILLIS = 15_000;
  private static final int MAX_REPLY_BYTES = 4 << 20;

  private final InetSocketAddress address;
  private final SocketAddress from;

  public RawHttp(URI server) {
    this(new InetSocketAddress(server.getHost(), server.getPort()), null);
  }

  private RawHttp(InetSocketAddress address, SocketAddress from) {
    this.address = address;
    this.from = from;
  }

  /** The same server, asked from another address of this machine, such as 127.0.0.2. */
  public RawHttp from(String other) {
    return new RawHttp(address, new InetSocketAddress(other, 0));
  }

  /** A connection for the caller to misuse and close. */
  public Socket connect() throws IOException {
    Socket socket = new Socket();
    socket.bind(from);
    socket.connect(address, PATIENCE_MILLIS);
    socket.setSoTimeout(PATIENCE_MILLIS);
    return socket;
  }

  /** As an honest client asks. */
  public Reply get(String path) {
    return send("GET", path, Map.of("Host", host()), new byte[0]);
  }

  public String host() {
    return "127.0.0.1:" + address.getPort();
  }

  public Reply send(String method, String path, Map<String, String> headers, byte[] body) {
    StringBuilder head = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
    headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    head.append("Connection: close\r\n\r\n");
    return send(head.toString().getBytes(ISO_8859_1), body);
  }

  /** These bytes and nothing else. */
  public Reply send(byte[] head, byte[] body) {
    try (Socket socket = connect()) {
      try {
        OutputStream out = socket.getOutputStream();
        out.write(head);
        out.write(body);
        out.flush();
      } catch (IOException e) {
        // It has hung up; it may have said something before.
      }
      return reply(socket.getInputStream());
    } catch (SocketTimeoutException e) {
      return new Reply(-1, "");
    } catch (IOException e) {
      return new Reply(0, "");
    }
  }

  private static Reply reply(InputStream in) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] chunk = new byte[8192];
    try {
      for (int read = in.read(chunk);
          read > 0 && bytes.size() < MAX_REPLY_BYTES;
          read = in.read(chunk)) {
        bytes.write(chunk, 0, read);
      }
    } catch (SocketTimeoutException e) {
      if (bytes.size() == 0) {
        throw e;
      }
    } catch (IOException e) {
      // What came before the end is the answer.
    }
    String text = bytes.toString(ISO_8859_1);
    String[] words = text.split(" ", 3);
    boolean answered = words.length > 1 && words[0].startsWith("HTTP/");
    return new Reply(answered ? Integer.parseInt(words[1].strip()) : 0, text);
  }
}
