#!/bin/sh
#
# The Gradle wrapper, with one addition: where the pinned Gradle is neither unpacked nor reachable
# and Maven is there, the same target runs through Maven (gradle/through-maven.sh).
#
#   ./gradlew demo            see it work
#   ./gradlew check           format, static analysis, unit and integration tests
#
# GAZESHIFT_BUILD=gradle|maven chooses by hand.

set -eu

# Resolve links, so that a link to this script works from anywhere.
app_path=$0
while [ -h "$app_path" ]; do
    link=$(readlink "$app_path")
    case $link in
        /*) app_path=$link ;;
        *) app_path=$(dirname "$app_path")/$link ;;
    esac
done
APP_HOME=$(cd -P "$(dirname "$app_path")" && pwd)

die() {
    printf 'gradlew: %s\n' "$*" >&2
    exit 1
}

if [ -n "${JAVA_HOME:-}" ]; then
    JAVA=$JAVA_HOME/bin/java
    [ -x "$JAVA" ] || die "JAVA_HOME is $JAVA_HOME, which has no bin/java; set it to a JDK of version 17 or newer"
else
    JAVA=java
    command -v java >/dev/null 2>&1 || die "no 'java' on the PATH; install a JDK of version 17 or newer, or set JAVA_HOME"
fi

distribution_url=$(sed -n 's/^distributionUrl=//p' "$APP_HOME/gradle/wrapper/gradle-wrapper.properties" | sed 's/\\:/:/g')
distribution=$(basename "$distribution_url" .zip)

gradle_is_unpacked() {
    for dir in "${GRADLE_USER_HOME:-$HOME/.gradle}/wrapper/dists/$distribution"/*/gradle-*/bin; do
        [ -x "$dir/gradle" ] && return 0
    done
    return 1
}

gradle_is_reachable() {
    if command -v curl >/dev/null 2>&1; then
        curl --silent --fail --location --head --max-time 10 "$distribution_url" >/dev/null 2>&1
    elif command -v wget >/dev/null 2>&1; then
        wget --quiet --spider --timeout=10 --tries=1 "$distribution_url" >/dev/null 2>&1
    else
        return 1
    fi
}

build_with=${GAZESHIFT_BUILD:-}
if [ -z "$build_with" ]; then
    if gradle_is_unpacked || gradle_is_reachable; then
        build_with=gradle
    elif command -v mvn >/dev/null 2>&1; then
        printf 'gradlew: %s is neither unpacked nor reachable; building with Maven instead\n' "$distribution" >&2
        build_with=maven
    else
        die "$distribution is neither unpacked nor reachable, and there is no 'mvn' on the PATH; install Maven, or put $distribution_url within reach"
    fi
fi

case $build_with in
    gradle) ;;
    maven) exec sh "$APP_HOME/gradle/through-maven.sh" "$@" ;;
    *) die "GAZESHIFT_BUILD is '$build_with'; it may be 'gradle' or 'maven'" ;;
esac

# shellcheck disable=SC2086 -- the options are words to be split
exec "$JAVA" -Xmx64m -Xms64m ${JAVA_OPTS:-} ${GRADLE_OPTS:-} \
    "-Dorg.gradle.appname=$(basename "$0")" \
    -classpath "$APP_HOME/gradle/wrapper/gradle-wrapper.jar" \
    org.gradle.wrapper.GradleWrapperMain "$@"
