package io.gazeshift.backbone.openvino;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxTensorLike;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.gazeshift.backbone.engine.OnnxEngine;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs an ONNX file of several inputs and outputs in ONNX Runtime itself. */
public final class OnnxRun implements AutoCloseable {

  private final OrtEnvironment environment;
  private final OrtSession session;
  private final Map<String, OnnxTensor> inputs = new LinkedHashMap<>();
  private final List<FloatBuffer> keptAlive = new ArrayList<>();

  public OnnxRun(byte[] onnx) throws OrtException {
    // DJL has to make the runtime's environment, or it cannot be used afterwards.
    OnnxEngine.open();
    environment = OrtEnvironment.getEnvironment();
    session = environment.createSession(onnx);
  }

  public OnnxRun given(String name, float[] values, long... shape) throws OrtException {
    FloatBuffer buffer =
        ByteBuffer.allocateDirect(values.length * Float.BYTES)
            .order(ByteOrder.nativeOrder())
            .asFloatBuffer();
    buffer.put(values).flip();
    keptAlive.add(buffer);
    inputs.put(name, OnnxTensor.createTensor(environment, buffer, shape));
    return this;
  }

  /** The numbers of each output. */
  public Map<String, float[]> outputs() throws OrtException {
    Map<String, float[]> outputs = new LinkedHashMap<>();
    Map<String, OnnxTensorLike> given = new LinkedHashMap<>(inputs);
    try (OrtSession.Result result = session.run(given)) {
      for (Map.Entry<String, OnnxValue> output : result) {
        FloatBuffer values = ((OnnxTensor) output.getValue()).getFloatBuffer();
        float[] copy = new float[values.remaining()];
        values.get(copy);
        outputs.put(output.getKey(), copy);
      }
    }
    return outputs;
  }

  @Override
  public void close() throws OrtException {
    inputs.values().forEach(OnnxTensor::close);
    session.close();
  }
}
