package io.gazeshift.ingest.source;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;
import org.opencv.core.Mat;
import org.opencv.core.MatOfByte;
import org.opencv.imgcodecs.Imgcodecs;

/** A camera that speaks motion JPEG over HTTP on loopback, one viewer at a time. */
public final class MjpegServer implements AutoCloseable {

  /** What it does to a viewer after it has answered; the connection ends when it returns. */
  public interface Behaviour {
    void serve(Viewer viewer) throws Exception;
  }

  private final ServerSocket socket;
  private final Behaviour behaviour;
  private final boolean saysLengths;
  private final AtomicInteger viewers = new AtomicInteger();
  private final Thread thread = new Thread(this::run, "mjpeg-server");

  /** Begins at once. Whether it tells the length of each picture: some cameras do not. */
  public MjpegServer(boolean saysLengths, Behaviour behaviour) throws IOException {
    this.socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    this.saysLengths = saysLengths;
    this.behaviour = behaviour;
    thread.setDaemon(true);
    thread.start();
  }

  /** With a password in it. */
  public String url() {
    return "http://admin:hunter2@127.0.0.1:%d/video".formatted(socket.getLocalPort());
  }

  /** How many have come so far. */
  public int viewers() {
    return viewers.get();
  }

  private void run() {
    while (!socket.isClosed()) {
      try (Socket viewer = socket.accept()) {
        viewers.incrementAndGet();
        viewer.getInputStream().read(new byte[4096]);
        OutputStream out = viewer.getOutputStream();
        out.write(
            "HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace;boundary=next\r\n\r\n"
                .getBytes(US_ASCII));
        behaviour.serve(new Viewer(out, saysLengths));
      } catch (IOException | InterruptedException e) {
        // The viewer has gone, or we have.
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
    thread.interrupt();
  }

  /** Whom it serves. */
  public record Viewer(OutputStream out, boolean saysLengths) {

    public void show(int number) throws IOException {
      show(number, 1);
    }

    /** Sends the beginning of a picture, as much of it as this part of one. */
    public void show(int number, double part) throws IOException {
      byte[] jpeg = jpeg(number);
      String length = saysLengths ? "Content-Length: %d\r\n".formatted(jpeg.length) : "";
      out.write(("--next\r\nContent-Type: image/jpeg\r\n" + length + "\r\n").getBytes(US_ASCII));
      out.write(jpeg, 0, (int) (jpeg.length * part));
      if (part == 1) {
        out.write("\r\n".getBytes(US_ASCII));
      }
      out.flush();
    }

    private static byte[] jpeg(int number) {
      Mat picture = Pictures.of(320, 240, number);
      MatOfByte bytes = new MatOfByte();
      Imgcodecs.imencode(".jpg", picture, bytes);
      byte[] jpeg = bytes.toArray();
      picture.release();
      bytes.release();
      return jpeg;
    }
  }
}
