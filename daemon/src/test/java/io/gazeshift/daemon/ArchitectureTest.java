package io.gazeshift.daemon;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.conditions.ArchConditions.callMethod;
import static com.tngtech.archunit.lang.conditions.ArchConditions.not;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.security.MessageDigest;
import java.util.Set;

/** Who must not know whom: the table of docs/develop/architecture.md, held by the build. */
@AnalyzeClasses(packages = "io.gazeshift", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  private static final String ROOT = "io.gazeshift.";

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
  static final ArchRule whatIsCommonKnowsNoRole =
      noClasses()
          .that()
          .resideInAPackage("io.gazeshift.common..")
          .should()
          .dependOnClassesThat(areOfOtherModulesThan("common", "protocol"))
          .orShould()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "ai.djl..", "ai.onnxruntime..", "org.opencv..", "org.bytedeco..", "kafka..");

  /**
   * Gaze comes to them as angles; nor do they know Kafka: what they detect is driven by records.
   */
  @ArchTest
  static final ArchRule targetsKnowNeitherKafkaNorHowGazeWasPredicted =
      noClasses()
          .that()
          .resideInAPackage("io.gazeshift.targets..")
          .should()
          .dependOnClassesThat(areOfOtherModulesThan("targets", "common", "protocol"))
          .orShould()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.kafka..",
              "io.gazeshift.common.kafka..",
              "io.gazeshift.common.http..",
              "org.opencv..",
              "org.bytedeco..");

  @ArchTest
  static final ArchRule theAlgorithmKnowsNeitherKafkaNorOpenCv =
      noClasses()
          .that()
          .resideInAPackage("io.gazeshift.glsge..")
          .should()
          .dependOnClassesThat(areOfOtherModulesThan("glsge"))
          .orShould()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.kafka..", "org.opencv..", "org.bytedeco.opencv..");

  @ArchTest
  static final ArchRule ingestKnowsNeitherModelsNorTheAlgorithm =
      noClasses()
          .that()
          .resideInAPackage("io.gazeshift.ingest..")
          .should()
          .dependOnClassesThat(areOfOtherModulesThan("ingest", "common", "protocol"))
          .orShould()
          .dependOnClassesThat()
          .resideInAPackage("ai.djl..");

  @ArchTest
  static final ArchRule theBrokerKnowsNoRole =
      noClasses()
          .that()
          .resideInAPackage("io.gazeshift.broker..")
          .should()
          .dependOnClassesThat(areOfOtherModulesThan("broker", "common", "protocol"));

  @ArchTest
  static final ArchRule theBackboneKnowsNoKafka =
      noClasses()
          .that()
          .resideInAPackage("io.gazeshift.backbone..")
          .should()
          .dependOnClassesThat(
              areOfOtherModulesThan("backbone", "glsge", "ingest", "common", "protocol"))
          .orShould()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.kafka..", "io.gazeshift.common.kafka..", "io.gazeshift.common.http..");

  /** Nor how a head was made: heads come to it as records. */
  @ArchTest
  static final ArchRule inferenceDoesNotKnowHowAFrameWasCaptured =
      noClasses()
          .that()
          .resideInAPackage("io.gazeshift.inference..")
          .should()
          .dependOnClassesThat(
              areOfOtherModulesThan(
                  "inference", "backbone", "glsge", "targets", "common", "protocol"))
          .orShould()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.gazeshift.glsge.train..",
              "io.gazeshift.glsge.safe..",
              "io.gazeshift.glsge.gate..",
              "io.gazeshift.backbone.pretrain..");

  /** Nor how anything was predicted: they read what an application reads. */
  @ArchTest
  static final ArchRule outputsKnowOnlyWhatIsPublished =
      noClasses()
          .that()
          .resideInAPackage("io.gazeshift.outputs..")
          .should()
          .dependOnClassesThat(areOfOtherModulesThan("outputs", "inference", "common", "protocol"))
          .orShould()
          .dependOnClassesThat()
          .resideInAnyPackage("io.gazeshift.inference.pipeline..", "ai.djl..");

  @ArchTest
  static final ArchRule thereIsOneHttpLayer =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.gazeshift.common.http..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("com.sun.net.httpserver..", "org.eclipse.jetty..");

  @ArchTest
  static final ArchRule adaptationKnowsNoHttpAndOfInferenceOnlyTheHeads =
      noClasses()
          .that()
          .resideInAPackage("io.gazeshift.adaptation..")
          .should()
          .dependOnClassesThat(
              areOfOtherModulesThan(
                  "adaptation", "inference", "backbone", "glsge", "targets", "common", "protocol"))
          .orShould()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "com.sun.net.httpserver..",
              "org.eclipse.jetty..",
              "java.net.http..",
              "io.gazeshift.common.http..",
              "io.gazeshift.inference.pipeline..",
              "io.gazeshift.inference.swap..",
              "io.gazeshift.inference.edge..");

  /** They add their command by ServiceLoader. */
  @ArchTest
  static final ArchRule nothingKnowsTheBenchmarks =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.gazeshift.benchmarks..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.gazeshift.benchmarks..");

  @ArchTest
  static final ArchRule theBenchmarksDoNotKnowTheProgram =
      noClasses()
          .that()
          .resideInAPackage("io.gazeshift.benchmarks..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.gazeshift.daemon..");

  @ArchTest
  static final ArchRule nothingThatIsShippedKnowsTheTestFixtures =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.gazeshift.testing..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.gazeshift.testing..", "org.junit..", "org.assertj..");

  @ArchTest
  static final ArchRule kafkasInternalsAreTouchedInOnePlace =
      noClasses()
          .that()
          .haveNameNotMatching("io\\.gazeshift\\.broker\\.(KraftNode|PatientBroker)(\\$.*)?")
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
  static final ArchRule tokensAreComparedInConstantTime =
      classes()
          .that()
          .haveSimpleName("TokenFile")
          .should()
          .callMethod(MessageDigest.class, "isEqual", byte[].class, byte[].class)
          .andShould(
              not(callMethod(String.class, "equals", Object.class))
                  .as("not compare it letter by letter"));

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
              "io.gazeshift.daemon.live..",
              "io.gazeshift.outputs.recording..")
          .and()
          .doNotHaveFullyQualifiedName("io.gazeshift.daemon.roles.CameraRole")
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
              "io.gazeshift.daemon.roles..",
              "io.gazeshift.daemon.live..",
              "io.gazeshift.daemon.page..",
              "io.gazeshift.daemon.cli..");

  /** Each package is a slice of its own, so that the roots of modules count as well. */
  @ArchTest
  static final ArchRule noPackagesDependOnEachOtherInACircle =
      slices()
          .assignedFrom(
              new SliceAssignment() {
                @Override
                public SliceIdentifier getIdentifierOf(JavaClass type) {
                  return type.getPackageName().startsWith(ROOT)
                      ? SliceIdentifier.of(type.getPackageName())
                      : SliceIdentifier.ignore();
                }

                @Override
                public String getDescription() {
                  return "packages";
                }
              })
          .should()
          .beFreeOfCycles();

  private static DescribedPredicate<JavaClass> areOfOtherModulesThan(String... modules) {
    Set<String> known = Set.of(modules);
    return describe(
        "are of other modules than " + known,
        type ->
            type.getPackageName().startsWith(ROOT)
                && !known.contains(type.getPackageName().substring(ROOT.length()).split("\\.")[0]));
  }
}
