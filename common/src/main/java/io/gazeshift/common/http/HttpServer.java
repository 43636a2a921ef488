package io.gazeshift.common.http;

import io.gazeshift.common.UserError;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.server.handler.SizeLimitHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves one route on one address, with Jetty. A connection carries one request. Threads, waiting
 * requests, connections and sizes are bounded, and slow clients are hung up on. The one who starts
 * it closes it.
 */
public final class HttpServer implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(HttpServer.class);

  private static final int MOST_THREADS = 64;
  private static final int MOST_WAITING = 256;
  private static final int MOST_CONNECTIONS = 1024;
  private static final int MOST_REQUEST_BYTES = 64 << 10;
  private static final int MOST_HEADER_BYTES = 16 << 10;

  /** For clients that send or take nothing. */
  private static final Duration IDLE = Duration.ofSeconds(5);

  /** For web sockets on which nothing moves, not even a ping. */
  private static final Duration WEB_SOCKET_IDLE = Duration.ofSeconds(30);

  /** What clients send is ignored. */
  private static final int MOST_WEB_SOCKET_MESSAGE_BYTES = 1 << 10;

  private static final Duration THREAD_IDLE = Duration.ofSeconds(1);

  private final Server server;
  private final String url;

  private HttpServer(Server server, String url) {
    this.server = server;
    this.url = url;
  }

  /** Closing cuts off all answers. */
  public static HttpServer start(String setting, ListenAddress address, Route route) {
    return start(setting, address, route, VisitorRules.OWN_NAMES, Duration.ZERO);
  }

  /** Closing waits that long for answers that are on their way. */
  public static HttpServer start(
      String setting, ListenAddress address, Route route, Duration grace) {
    return start(setting, address, route, VisitorRules.OWN_NAMES, grace);
  }

  /** Closing cuts off all answers; also answers those whom the rules name. */
  public static HttpServer start(
      String setting, ListenAddress address, Route route, VisitorRules rules) {
    return start(setting, address, route, rules, Duration.ZERO);
  }

  /**
   * Starts to listen; an address without a host is of this machine only.
   *
   * @param setting the key or option that the address was given with
   * @throws UserError if the address is taken or not of this machine
   */
  private static HttpServer start(
      String setting, ListenAddress address, Route route, VisitorRules rules, Duration grace) {
    Server server = new Server(threads(), new ScheduledExecutorScheduler("http-timer", true), null);
    Deadlines deadlines = new Deadlines(server.getScheduler());
    ServerConnector connector = connector(server, deadlines);
    server.addConnector(connector);
    server.addBean(new NetworkConnectionLimit(MOST_CONNECTIONS, connector));
    ErrorHandler errors = new ErrorHandler();
    errors.setShowStacks(false);
    errors.setShowCauses(false);
    server.setErrorHandler(errors);
    server.setStopTimeout(grace.toMillis());
    try {
      InetAddress host = address.inetAddress();
      SizeLimitHandler sizes = new SizeLimitHandler(MOST_REQUEST_BYTES, -1);
      sizes.setHandler(
          new RouteHandler(
              route, new VisitorCheck(host, known(address, rules)), deadlines, webSockets(server)));
      server.setHandler(new GracefulHandler(sizes));
      connector.setHost(host.getHostAddress());
      connector.setPort(address.port());
      connector.open();
      server.start();
      return new HttpServer(server, url(host, connector.getLocalPort()));
    } catch (IOException e) {
      abandon(server, connector, e);
      throw new UserError(
          "%s: cannot listen on %s (%s); choose another port"
              .formatted(setting, address, reason(e)),
          e);
    } catch (Exception e) {
      abandon(server, connector, e);
      throw new IllegalStateException("cannot serve HTTP on " + address, e);
    }
  }

  /** The names of this machine: its own, the one the server listens on, and those configured. */
  private static VisitorRules known(ListenAddress address, VisitorRules rules) {
    List<String> names = new ArrayList<>(rules.hosts());
    address.host().ifPresent(names::add);
    try {
      names.add(InetAddress.getLocalHost().getHostName());
    } catch (UnknownHostException e) {
      log.debug("this machine does not know its name", e);
    }
    return new VisitorRules(names, rules.origins());
  }

  /** Frees the port and ends the threads of a server that failed to start. */
  private static void abandon(Server server, ServerConnector connector, Exception cause) {
    try {
      server.stop();
    } catch (Exception e) {
      cause.addSuppressed(e);
    } finally {
      // Stopping does not close a connector that was opened but not started.
      connector.close();
    }
  }

  private static QueuedThreadPool threads() {
    QueuedThreadPool threads =
        new QueuedThreadPool(
            MOST_THREADS,
            4,
            Math.toIntExact(THREAD_IDLE.toMillis()),
            new LinkedBlockingQueue<>(MOST_WAITING));
    threads.setName("http");
    threads.setDaemon(true);
    return threads;
  }

  private static ServerConnector connector(Server server, Deadlines deadlines) {
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setPersistentConnectionsEnabled(false);
    http.setRequestHeaderSize(MOST_HEADER_BYTES);
    ServerConnector connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
    connector.setIdleTimeout(IDLE.toMillis());
    connector.addEventListener(deadlines);
    return connector;
  }

  private static ServerWebSocketContainer webSockets(Server server) {
    ServerWebSocketContainer webSockets = ServerWebSocketContainer.ensure(server);
    webSockets.setIdleTimeout(WEB_SOCKET_IDLE);
    webSockets.setMaxTextMessageSize(MOST_WEB_SOCKET_MESSAGE_BYTES);
    webSockets.setMaxBinaryMessageSize(MOST_WEB_SOCKET_MESSAGE_BYTES);
    return webSockets;
  }

  private static String reason(IOException e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    return String.valueOf(cause.getMessage());
  }

  private static String url(InetAddress address, int port) {
    String host = address.getHostAddress();
    boolean longForm = host.contains(":");
    if (address.isAnyLocalAddress() || (longForm && address.isLoopbackAddress())) {
      return "http://localhost:%d/".formatted(port);
    }
    return "http://%s:%d/".formatted(longForm ? "[" + host + "]" : host, port);
  }

  /** Where it can be reached, with a slash at its end. */
  public String url() {
    return url;
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (TimeoutException e) {
      log.debug("{}: answers on their way were cut off", url);
    } catch (Exception e) {
      log.warn("the server at {} did not stop cleanly: {}", url, e.toString());
    }
  }

  /** Runs a route on the thread of its request, which may wait. */
  private static final class RouteHandler extends Handler.Abstract {

    private final Route route;
    private final VisitorCheck visitors;
    private final Deadlines deadlines;
    private final ServerWebSocketContainer webSockets;

    RouteHandler(
        Route route,
        VisitorCheck visitors,
        Deadlines deadlines,
        ServerWebSocketContainer webSockets) {
      this.route = route;
      this.visitors = visitors;
      this.deadlines = deadlines;
      this.webSockets = webSockets;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      deadlines.clear(request.getConnectionMetaData().getConnection());
      // A route may take its time; only sending and receiving must not stand still.
      request.addIdleTimeoutListener(timeout -> false);
      response.getHeaders().put("Cache-Control", "no-store");
      response.getHeaders().put("Cross-Origin-Resource-Policy", "same-origin");
      response.getHeaders().put("X-Content-Type-Options", "nosniff");
      URI uri = uri(request);
      if (uri == null) {
        Response.writeError(request, response, callback, 400);
        return true;
      }
      answer(new Exchange(request, response, callback, uri, deadlines, webSockets));
      return true;
    }

    /** With a host of our own: a path may begin with two slashes. None if it is malformed. */
    private static @Nullable URI uri(Request request) {
      try {
        URI uri = new URI("http://localhost" + request.getHttpURI().getPathQuery());
        return uri.getRawPath().startsWith("/") ? uri : null;
      } catch (URISyntaxException e) {
        return null;
      }
    }

    /** Tells the browser that this site may read the answer, and send a token for it. */
    private static void share(Exchange exchange, String origin) {
      exchange.setHeader("Access-Control-Allow-Origin", origin);
      exchange.setHeader("Access-Control-Allow-Methods", "GET");
      exchange.setHeader("Access-Control-Allow-Headers", "Authorization, Last-Event-ID");
      exchange.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
      exchange.setHeader("Vary", "Origin");
    }

    private void answer(Exchange exchange) {
      try {
        Optional<String> rejection = visitors.rejection(exchange);
        Optional<String> origin = visitors.allowedOrigin(exchange);
        origin.ifPresent(site -> share(exchange, site));
        if (rejection.isPresent()) {
          exchange.send(Answer.text(403, rejection.get()));
        } else if (origin.isPresent() && exchange.method().equals("OPTIONS")) {
          exchange.send(Answer.text(200, ""));
        } else {
          route.handle(exchange);
        }
        exchange.end();
      } catch (IOException e) {
        log.debug("{}: the client is slow or has gone: {}", exchange.path(), e.toString());
        exchange.fail(408, e);
      } catch (RuntimeException e) {
        if (e instanceof HttpException malformed) {
          exchange.fail(malformed.getCode(), e);
          return;
        }
        log.warn("{} could not be answered", exchange.path(), e);
        exchange.fail(500, e);
      }
    }
  }
}
