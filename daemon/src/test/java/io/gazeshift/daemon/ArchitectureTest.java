package io.gazeshift.daemon;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.conditions.ArchConditions.callMethod;
import static com.tngtech.archunit.lang.conditions.ArchConditions.not;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.security.MessageDigest;
import java.util.Set;

/** Who must not know whom: the table of docs/develop/architecture.md, held by the build. */
@AnalyzeClasses(packages = "io.gazeshift", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  private static final Set<String> MAKERS =
      Set.of("counter", "gauge", "gaugeCollectionSize", "gaugeMapSize", "summary", "timer");

  @ArchTest
  static final ArchRule theProtocolKnowsOnlyKafkaAndProtobuf =
      classes()
          .that()
          .resideInAPackage("io.gazeshift.protocol..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.gazeshift.protocol..",
              "com.google.protobuf..",
              "org.apache.kafka..",
              "org.slf4j..",
              "java..");

  @ArchTest
  static final ArchRule theAlgorithmKnowsNeitherKafkaNorOpenCv =
      noClasses()
          .that()
          .resideInAPackage("io.gazeshift.glsge..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.kafka..",
              "org.opencv..",
              "org.bytedeco.opencv..",
              "io.gazeshift.protocol..",
              "io.gazeshift.common..",
              "io.gazeshift.ingest..",
              "io.gazeshift.daemon..");

  @ArchTest
  static final ArchRule ingestKnowsNeitherModelsNorTheAlgorithm =
      noClasses()
          .that()
          .resideInAPackage("io.gazeshift.ingest..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("ai.djl..", "io.gazeshift.glsge..", "io.gazeshift.daemon..");

  @ArchTest
  static final ArchRule whatIsCommonKnowsNoRole =
      noClasses()
          .that()
          .resideInAPackage("io.gazeshift.common..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.gazeshift.ingest..", "io.gazeshift.glsge..", "io.gazeshift.daemon..", "ai.djl..");

  @ArchTest
  static final ArchRule kafkasInternalsAreTouchedInOnePlace =
      noClasses()
          .that()
          .haveNameNotMatching(
              "io\\.gazeshift\\.daemon\\.broker\\.(KraftNode|PatientBroker)(\\$.*)?")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "kafka..", "org.apache.kafka.metadata..", "org.apache.kafka.server..");

  /**
   * What is not made from a spec would not be in docs/reference/metrics.md, and so not be told
   * either.
   */
  @ArchTest
  static final ArchRule metersAreMadeFromSpecs =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.gazeshift.common.metrics..", "io.gazeshift.common.kafka..")
          .should()
          .callMethodWhere(
              describe(
                  "a meter is made by hand",
                  call ->
                      (call.getTarget().getOwner().isAssignableTo(MeterRegistry.class)
                              && MAKERS.contains(call.getName()))
                          || (call.getTarget().getOwner().isAssignableTo(Meter.class)
                              && call.getName().equals("builder"))));

  /** How long a comparison takes must not tell how much of a guess was right. */
  @ArchTest
  static final ArchRule theAdminTokenIsComparedInConstantTime =
      classes()
          .that()
          .haveSimpleName("AdminToken")
          .should()
          .callMethod(MessageDigest.class, "isEqual", byte[].class, byte[].class)
          .andShould(
              not(callMethod(String.class, "equals", Object.class))
                  .as("not compare it letter by letter"));

  @ArchTest
  static final ArchRule inferenceDoesNotKnowHowAFrameWasCaptured =
      noClasses()
          .that()
          .resideInAnyPackage("io.gazeshift.daemon.infer..", "io.gazeshift.daemon.backbone..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.gazeshift.ingest.source..",
              "io.gazeshift.ingest.locate..",
              "io.gazeshift.ingest.normalise..",
              "io.gazeshift.ingest.synthetic..",
              "io.gazeshift.daemon.cli..");

  /**
   * Only ingest writes it, the cameras of a process are wired to it, and the live board scores by
   * it: whatever adapts, judges or predicts cannot.
   */
  @ArchTest
  static final ArchRule theTruthIsOutOfReachOfEverythingThatPredictsOrAdapts =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "io.gazeshift.protocol..",
              "io.gazeshift.ingest",
              "io.gazeshift.ingest.publish..",
              "io.gazeshift.daemon.live..")
          .and()
          .doNotHaveFullyQualifiedName("io.gazeshift.daemon.CameraRole")
          .should()
          .accessField(Topics.class, "TRUTH")
          .orShould()
          .accessField(RecordType.class, "GAZE_TRUTH")
          .orShould()
          .dependOnClassesThat()
          .haveSimpleName("GazeTruth");

  /** Nor can it by asking who knows the truth. */
  @ArchTest
  static final ArchRule theLiveBoardIsOutOfReachOfEverythingThatPredictsOrAdapts =
      classes()
          .that()
          .resideInAPackage("io.gazeshift.daemon.live..")
          .should()
          .onlyHaveDependentClassesThat()
          .resideInAnyPackage(
              "io.gazeshift.daemon",
              "io.gazeshift.daemon.live..",
              "io.gazeshift.daemon.page..",
              "io.gazeshift.daemon.cli..");

  @ArchTest
  static final ArchRule noPackagesOfTheDaemonDependOnEachOtherInACircle =
      slices().matching("io.gazeshift.daemon.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule noPackagesOfIngestDependOnEachOtherInACircle =
      slices().matching("io.gazeshift.ingest.(*)..").should().beFreeOfCycles();
}
