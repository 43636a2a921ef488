package io.gazeshift.daemon.broker;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.gazeshift.daemon", importOptions = DoNotIncludeTests.class)
class KafkaInternalsTest {

  @ArchTest
  static final ArchRule onlyTheNodeKnowsKafkasInternals =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName(KraftNode.class.getName())
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "kafka..",
              "scala..",
              "org.apache.kafka.metadata..",
              "org.apache.kafka.server..",
              "org.apache.kafka.raft..",
              "org.apache.kafka.common.utils..");
}
