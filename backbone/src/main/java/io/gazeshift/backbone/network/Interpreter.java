package io.gazeshift.backbone.network;

/**
 * Interprets layers for one kind of value: names in a file, arrays in memory, or shapes. Every way
 * of building a network from its {@link NetworkSpec} is one of these.
 */
public interface Interpreter<T> {

  T conv(Layer.Conv layer, T input);

  T batchNorm(Layer.BatchNorm layer, T input);

  T relu(T input);

  T maxPool(Layer.MaxPool layer, T input);

  T add(T first, T second);

  T globalAveragePool(T input);

  T classTokenEncoder(Layer.ClassTokenEncoder layer, T input);
}
