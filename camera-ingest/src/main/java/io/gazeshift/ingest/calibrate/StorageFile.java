package io.gazeshift.ingest.calibrate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Reads the three formats of OpenCV's FileStorage into one shape: maps, lists and, at the leaves,
 * texts. OpenCV's own reader is not used: it knows only files that OpenCV wrote, and its messages
 * say where its source code failed.
 */
final class StorageFile {

  private static final int MAX_DEPTH = 8;

  private StorageFile() {}

  /**
   * The keys at the top and what stands under them.
   *
   * @throws MalformedException where it is none of the three formats
   */
  static Map<String, Object> parse(String text) throws MalformedException {
    String content = text.strip();
    Object top;
    if (content.startsWith("<")) {
      top = xml(content);
    } else if (content.startsWith("{")) {
      top = json(content);
    } else {
      top = yaml(content);
    }
    if (!(top instanceof Map<?, ?> map)) {
      throw new MalformedException("has no keys such as 'camera_matrix' at the top level");
    }
    Map<String, Object> keys = new LinkedHashMap<>();
    map.forEach((key, value) -> keys.put(String.valueOf(key), value));
    return keys;
  }

  /** Says what is wrong with the text, to follow the file's name. */
  static final class MalformedException extends Exception {

    private static final long serialVersionUID = 1L;

    MalformedException(String message) {
      super(message);
    }
  }

  private static Object yaml(String content) throws MalformedException {
    // OpenCV writes '%YAML:1.0', which is no directive of YAML.
    String body = content.replaceFirst("\\A%YAML[^\\n]*\\n", "");
    try {
      // Tags such as !!opencv-matrix may stand there: nothing is ever constructed by them.
      LoaderOptions options = new LoaderOptions();
      options.setTagInspector(tag -> true);
      Node node = new Yaml(options).compose(new StringReader(body));
      if (node == null) {
        throw new MalformedException("is empty");
      }
      return ofYaml(node, 0);
    } catch (YAMLException e) {
      throw broken("YAML", e);
    }
  }

  private static Object ofYaml(Node node, int depth) throws MalformedException {
    checkDepth(depth);
    if (node instanceof ScalarNode scalar) {
      return scalar.getValue();
    }
    if (node instanceof SequenceNode sequence) {
      List<Object> items = new ArrayList<>();
      for (Node item : sequence.getValue()) {
        items.add(ofYaml(item, depth + 1));
      }
      return items;
    }
    Map<String, Object> keys = new LinkedHashMap<>();
    for (NodeTuple tuple : ((MappingNode) node).getValue()) {
      if (tuple.getKeyNode() instanceof ScalarNode key) {
        keys.put(key.getValue(), ofYaml(tuple.getValueNode(), depth + 1));
      }
    }
    return keys;
  }

  private static Object json(String content) throws MalformedException {
    JsonMapper mapper =
        JsonMapper.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();
    try {
      return ofJson(mapper.readTree(content), 0);
    } catch (JsonProcessingException e) {
      throw broken("JSON", e);
    }
  }

  private static Object ofJson(JsonNode node, int depth) throws MalformedException {
    checkDepth(depth);
    if (node.isArray()) {
      List<Object> items = new ArrayList<>();
      for (JsonNode item : node) {
        items.add(ofJson(item, depth + 1));
      }
      return items;
    }
    if (node.isObject()) {
      Map<String, Object> keys = new LinkedHashMap<>();
      for (Map.Entry<String, JsonNode> field : node.properties()) {
        keys.put(field.getKey(), ofJson(field.getValue(), depth + 1));
      }
      return keys;
    }
    return node.asText();
  }

  private static Object xml(String content) throws MalformedException {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      // A calibration has no business reading other files.
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      DocumentBuilder builder = factory.newDocumentBuilder();
      builder.setErrorHandler(new DefaultHandler()); // throws; the default one prints
      return ofXml(
          builder.parse(new InputSource(new StringReader(content))).getDocumentElement(), 0);
    } catch (SAXException e) {
      throw broken("XML", e);
    } catch (ParserConfigurationException | IOException e) {
      throw new IllegalStateException("the JDK's XML parser does not work", e);
    }
  }

  private static Object ofXml(Element element, int depth) throws MalformedException {
    checkDepth(depth);
    Map<String, Object> keys = new LinkedHashMap<>();
    NodeList children = element.getChildNodes();
    for (int i = 0; i < children.getLength(); i++) {
      if (children.item(i) instanceof Element child) {
        keys.put(child.getTagName(), ofXml(child, depth + 1));
      }
    }
    return keys.isEmpty() ? element.getTextContent().strip() : keys;
  }

  private static void checkDepth(int depth) throws MalformedException {
    if (depth > MAX_DEPTH) {
      throw new MalformedException("is nested too deeply");
    }
  }

  private static MalformedException broken(String format, Exception cause) {
    String message = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
    return new MalformedException("is malformed %s: %s".formatted(format, message));
  }
}
