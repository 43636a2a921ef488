package io.gazeshift.backbone.openvino;

import io.gazeshift.common.UserError;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * Reads the layers of an OpenVINO network (IR, version 11) in the order of the file, in which every
 * layer stands behind those it takes. Document types, and with them entities, are rejected: a
 * network must not make this program open other files.
 */
final class IrReader {

  private static final String VERSION = "11";

  /** From one layer's output, by the layer and the port it leads to. */
  private record Target(String layer, String port) {}

  private final String source;
  private final Map<Target, String> edges = new HashMap<>();

  private IrReader(String source) {
    this.source = source;
  }

  /** The layers; {@code source} names the file in messages. */
  static List<IrLayer> layers(byte[] xml, String source) {
    return new IrReader(source).read(xml);
  }

  private List<IrLayer> read(byte[] xml) {
    Element net = parsed(xml).getDocumentElement();
    if (!net.getTagName().equals("net") || !net.getAttribute("version").equals(VERSION)) {
      throw new UserError(
          "%s: is <%s version=\"%s\">, expected an OpenVINO network, <net version=\"%s\">"
              .formatted(source, net.getTagName(), net.getAttribute("version"), VERSION));
    }
    for (Element edge : children(child(net, "edges"), "edge")) {
      edges.put(
          new Target(edge.getAttribute("to-layer"), edge.getAttribute("to-port")),
          edge.getAttribute("from-layer"));
    }
    List<IrLayer> layers = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (Element element : children(child(net, "layers"), "layer")) {
      IrLayer layer = layer(element);
      for (String input : layer.inputs()) {
        if (!seen.contains(input)) {
          throw layer.unusable("takes layer %s, which does not stand before it".formatted(input));
        }
      }
      if (!seen.add(layer.id())) {
        throw layer.unusable("has the id %s of another layer".formatted(layer.id()));
      }
      layers.add(layer);
    }
    return layers;
  }

  private IrLayer layer(Element element) {
    String id = element.getAttribute("id");
    String name = element.getAttribute("name");
    IrLayer.Kind kind =
        new IrLayer.Kind(element.getAttribute("type"), element.getAttribute("version"));
    Map<String, String> attributes = new HashMap<>();
    for (Element data : children(element, "data")) {
      NamedNodeMap all = data.getAttributes();
      for (int i = 0; i < all.getLength(); i++) {
        attributes.put(all.item(i).getNodeName(), all.item(i).getNodeValue());
      }
    }
    IrLayer unconnected = new IrLayer(id, name, kind, attributes, List.of(), List.of());
    List<String> inputs = new ArrayList<>();
    for (Element port : ports(element, "input")) {
      String from = edges.get(new Target(id, port.getAttribute("id")));
      if (from == null) {
        throw unconnected.unusable(
            "has nothing connected to its port %s".formatted(port.getAttribute("id")));
      }
      inputs.add(from);
    }
    List<Element> outputs = ports(element, "output");
    if (outputs.size() > 1) {
      throw unconnected.unusable(
          "has %d outputs, at most 1 is supported".formatted(outputs.size()));
    }
    List<Long> shape = new ArrayList<>();
    for (Element port : outputs) {
      for (Element dim : children(port, "dim")) {
        shape.add(length(dim.getTextContent().strip(), unconnected));
      }
    }
    return new IrLayer(id, name, kind, attributes, inputs, shape);
  }

  private static long length(String text, IrLayer layer) {
    try {
      long length = Long.parseLong(text);
      if (length > 0) {
        return length;
      }
    } catch (NumberFormatException e) {
      // Told below, as is a length below 1.
    }
    throw layer.unusable("has an output of length '%s', expected a number above 0".formatted(text));
  }

  private Document parsed(byte[] xml) {
    try {
      DocumentBuilder builder = safeFactory().newDocumentBuilder();
      builder.setErrorHandler(new Strict());
      return builder.parse(new ByteArrayInputStream(xml));
    } catch (SAXException e) {
      throw new UserError(
          "%s: cannot be read as XML (%s); run '%s' to replace it"
              .formatted(source, e.getMessage(), GazeNetworkFiles.FETCH_COMMAND),
          e);
    } catch (IOException | ParserConfigurationException e) {
      throw new IllegalStateException("bytes can be read, and Java has a safe XML reader", e);
    }
  }

  /** Java's own reader, whatever else is on the class path. */
  private static DocumentBuilderFactory safeFactory() throws ParserConfigurationException {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
    factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
    factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
    factory.setXIncludeAware(false);
    factory.setExpandEntityReferences(false);
    return factory;
  }

  private static List<Element> ports(Element layer, String side) {
    List<Element> ports = new ArrayList<>();
    for (Element group : children(layer, side)) {
      ports.addAll(children(group, "port"));
    }
    return ports;
  }

  private Element child(Element parent, String tag) {
    List<Element> found = children(parent, tag);
    if (found.size() != 1) {
      throw new UserError(
          "%s: has %d <%s> in <%s>, expected 1"
              .formatted(source, found.size(), tag, parent.getTagName()));
    }
    return found.get(0);
  }

  private static List<Element> children(Element parent, String tag) {
    List<Element> children = new ArrayList<>();
    for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element element && element.getTagName().equals(tag)) {
        children.add(element);
      }
    }
    return children;
  }

  /** Throws where the default would print to the console. */
  private static final class Strict implements ErrorHandler {

    @Override
    public void warning(SAXParseException e) {
      // Of no consequence to a file that can be read.
    }

    @Override
    public void error(SAXParseException e) throws SAXException {
      throw e;
    }

    @Override
    public void fatalError(SAXParseException e) throws SAXException {
      throw e;
    }
  }
}
