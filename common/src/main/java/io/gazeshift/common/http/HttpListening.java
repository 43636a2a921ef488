package io.gazeshift.common.http;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.gazeshift.common.UserError;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.concurrent.Executor;

/** Opens HTTP servers. */
public final class HttpListening {

  static {
    // The JDK's server would wait for ever for the end of a request, and after its answer for what
    // is left of a body. Read once, by its first use.
    unlessSet("sun.net.httpserver.maxReqTime", "5");
    unlessSet("sun.net.httpserver.drainAmount", "0");
  }

  private static void unlessSet(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  private HttpListening() {}

  /**
   * A server that is bound but not started; an address without a host is of this machine only.
   *
   * @param setting the key or option that the address was given with
   * @throws UserError where the address is taken or not of this machine
   */
  public static HttpServer open(String setting, ListenAddress address) {
    try {
      return HttpServer.create(new InetSocketAddress(host(address), address.port()), 0);
    } catch (IOException e) {
      throw new UserError(
          "%s: cannot listen on %s (%s); choose another port"
              .formatted(setting, address, e.getMessage()),
          e);
    }
  }

  /** Starts to answer, every path by the same handler, on threads that stay the caller's. */
  public static void serve(HttpServer server, Executor threads, HttpHandler handler) {
    server.setExecutor(threads);
    server.createContext("/", handler).getFilters().add(new LastAnswer());
    server.start();
  }

  /** What an address stands for; without a host, this machine only. */
  public static InetAddress host(ListenAddress address) throws UnknownHostException {
    return address.host().isPresent()
        ? InetAddress.getByName(address.host().get())
        : InetAddress.getLoopbackAddress();
  }

  /** Where to look. */
  public static String url(HttpServer server) {
    InetSocketAddress address = server.getAddress();
    String host = address.getAddress().getHostAddress();
    return "http://%s:%d/"
        .formatted(host.contains(":") ? "[" + host + "]" : host, address.getPort());
  }
}
