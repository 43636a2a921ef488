package io.gazeshift.daemon.ops;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.Resource;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.yaml.snakeyaml.Yaml;

/** The users of the production overlay, and what each may do, as Strimzi tells it to Kafka. */
record KafkaUsers(Set<String> names, List<AclBinding> rights) {

  static KafkaUsers ofProduction() throws IOException {
    Set<String> names = new TreeSet<>();
    List<AclBinding> rights = new ArrayList<>();
    String yaml = Files.readString(Tools.ROOT.resolve("k8s/overlays/production/users.yaml"));
    for (Object document : new Yaml().loadAll(yaml)) {
      Map<?, ?> user = (Map<?, ?>) document;
      String name = text(at(user, "metadata"), "name");
      names.add(name);
      for (Object acl : (List<?>) at(at(user, "spec"), "authorization").get("acls")) {
        for (Object operation : (List<?>) ((Map<?, ?>) acl).get("operations")) {
          rights.add(
              new AclBinding(
                  resource(at((Map<?, ?>) acl, "resource")),
                  new AccessControlEntry(
                      principal(name),
                      "*",
                      AclOperation.valueOf(constant((String) operation)),
                      AclPermissionType.ALLOW)));
        }
      }
    }
    return new KafkaUsers(names, rights);
  }

  /** The names, or prefixes of names, to which a user may do this. */
  Set<String> names(String user, ResourceType type, AclOperation operation) {
    return rights.stream()
        .filter(right -> right.entry().principal().equals(principal(user)))
        .filter(right -> right.pattern().resourceType() == type)
        .filter(right -> right.entry().operation() == operation)
        .map(right -> right.pattern().name())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String principal(String user) {
    return "User:CN=" + user;
  }

  private static ResourcePattern resource(Map<?, ?> given) {
    String type = text(given, "type");
    return type.equals("cluster")
        ? new ResourcePattern(ResourceType.CLUSTER, Resource.CLUSTER_NAME, PatternType.LITERAL)
        : new ResourcePattern(
            ResourceType.valueOf(constant(type)),
            text(given, "name"),
            text(given, "patternType").equals("prefix")
                ? PatternType.PREFIXED
                : PatternType.LITERAL);
  }

  /** DescribeConfigs is DESCRIBE_CONFIGS. */
  private static String constant(String name) {
    return name.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(Locale.ROOT);
  }

  private static Map<?, ?> at(Map<?, ?> map, String key) {
    return (Map<?, ?>) map.get(key);
  }

  private static String text(Map<?, ?> map, String key) {
    return (String) map.get(key);
  }
}
