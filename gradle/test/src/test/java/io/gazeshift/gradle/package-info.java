/**
 * Tests of the build's own front: gradlew, build.gradle.kts and the targets they run. A real Gradle
 * is used where one is found; without one the script is compiled against Gradle's API.
 */
package io.gazeshift.gradle;
