package io.gazeshift.common.process;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * Signals of the operating system. Java's own answer to SIGTERM is to run all shutdown hooks at
 * once, among them those of libraries that free what the program still uses.
 *
 * <p>Calls {@code sun.misc.Signal} by name: javac warns of every mention and takes no excuse for
 * it.
 */
public final class Signals {

  private static final String SIGNAL = "sun.misc.Signal";
  private static final String HANDLER = "sun.misc.SignalHandler";

  private Signals() {}

  /** What a process does when a signal comes, on a thread of its own. */
  public interface Action {

    /**
     * @param name without its prefix: {@code TERM}
     * @param number such as 15
     */
    void on(String name, int number);
  }

  /**
   * Replaces what the process does on a signal; nothing where this JVM leaves the signal to the
   * system, as with {@code -Xrs}.
   *
   * @param name without its prefix: {@code TERM}
   * @return restores what the process did before
   */
  public static Runnable handle(String name, Action action) {
    return set(
        name,
        handlerType ->
            Proxy.newProxyInstance(
                Signals.class.getClassLoader(),
                new Class<?>[] {handlerType},
                (proxy, method, arguments) -> {
                  switch (method.getName()) {
                    case "handle" -> {
                      Object signal = arguments[0];
                      int number = (int) signal.getClass().getMethod("getNumber").invoke(signal);
                      action.on(name, number);
                      return null;
                    }
                    case "equals" -> {
                      return proxy == arguments[0];
                    }
                    case "hashCode" -> {
                      return System.identityHashCode(proxy);
                    }
                    default -> {
                      return "handler of SIG" + name;
                    }
                  }
                }));
  }

  /** As {@link #handle}, to do nothing. */
  public static void ignore(String name) {
    set(name, handlerType -> handlerType.getField("SIG_IGN").get(null));
  }

  private interface HandlerOf {
    Object type(Class<?> handlerType) throws ReflectiveOperationException;
  }

  private static Runnable set(String name, HandlerOf handler) {
    try {
      Class<?> signalType = Class.forName(SIGNAL);
      Class<?> handlerType = Class.forName(HANDLER);
      Object before =
          signalType
              .getMethod("handle", signalType, handlerType)
              .invoke(
                  null,
                  signalType.getConstructor(String.class).newInstance(name),
                  handler.type(handlerType));
      return () -> set(name, type -> before);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof IllegalArgumentException) {
        return () -> {};
      }
      throw new IllegalStateException("cannot handle SIG" + name, e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "this Java has no %s; use one with the module jdk.unsupported".formatted(SIGNAL), e);
    }
  }
}
