package io.gazeshift.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;

/** Captures the log lines of a class, on any thread. */
public final class LogLines implements AutoCloseable {

  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Logger logger;
  private final AbstractAppender appender;

  public LogLines(Class<?> source) {
    this.logger = (Logger) LogManager.getLogger(source);
    this.appender =
        new AbstractAppender(
            "lines of " + source.getName(), null, null, true, Property.EMPTY_ARRAY) {
          @Override
          public void append(LogEvent event) {
            lines.add(event.getLevel() + " " + event.getMessage().getFormattedMessage());
          }
        };
    appender.start();
    logger.addAppender(appender);
  }

  /** Each with its level before it. */
  public List<String> all() {
    return lines;
  }

  @Override
  public void close() {
    logger.removeAppender(appender);
    appender.stop();
  }
}
