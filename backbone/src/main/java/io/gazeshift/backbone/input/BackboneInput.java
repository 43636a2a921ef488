package io.gazeshift.backbone.input;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.common.UserError;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;

/**
 * What a backbone takes of a face, as the {@code backbone.json} beside it says. Its key {@code
 * input} names the kind; without it, it is a patch.
 */
public sealed interface BackboneInput permits PatchInput, LandmarkInput, LandmarkEyesInput {

  /** The file beside the network that holds this. */
  String FILE_NAME = "backbone.json";

  /** The shape of one face's numbers. */
  List<Long> shape();

  /** Names the tensor that holds the features; null where the network has only one. */
  String output();

  /** The side of the patches it needs, in pixels; empty where it needs none. */
  OptionalInt patchSize();

  /** Whether it measures the eyes by their landmarks, alone or with pictures. */
  default boolean readsLandmarks() {
    return false;
  }

  /** A reader for one thread. */
  FaceReader newReader();

  /** One spelling for equal contents, whatever the JSON looked like; part of the fingerprint. */
  String canonical(String resolvedOutput);

  String toJson();

  /** How many numbers one face has. */
  default int floatsPerFace() {
    return Math.toIntExact(shape().stream().reduce(1L, Math::multiplyExact));
  }

  /** Reads a {@code backbone.json}; {@code source} names it in messages. */
  static BackboneInput fromJson(byte[] json, String source) {
    try {
      JsonNode tree = InputJson.MAPPER.readTree(new String(json, StandardCharsets.UTF_8));
      String kind =
          tree instanceof ObjectNode object && object.has("input")
              ? object.remove("input").asText()
              : PatchInput.KIND;
      return switch (kind) {
        case PatchInput.KIND -> InputJson.MAPPER.treeToValue(tree, PatchInput.class);
        case LandmarkInput.KIND -> InputJson.MAPPER.treeToValue(tree, LandmarkInput.class);
        case LandmarkEyesInput.KIND -> InputJson.MAPPER.treeToValue(tree, LandmarkEyesInput.class);
        default ->
            throw new UserError(
                "%s: 'input' is '%s', must be %s, %s or %s"
                    .formatted(
                        source, kind, PatchInput.KIND, LandmarkInput.KIND, LandmarkEyesInput.KIND));
      };
    } catch (JsonProcessingException e) {
      throw new UserError("%s: %s".formatted(source, InputJson.problem(e)), e);
    }
  }
}
