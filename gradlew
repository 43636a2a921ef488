#!/bin/sh
#
# The Gradle wrapper, with two additions: where the pinned Gradle is neither unpacked nor reachable, the same targets
# run through the Maven on the PATH; and programs (demo, run, bench, trials) run in your terminal instead of Gradle's
# background process, so that Ctrl-C and the keyboard reach them.
#
#   ./gradlew demo            see it work
#   ./gradlew check           format, static analysis, unit and integration tests
#
# BUILD_WITH=gradle or BUILD_WITH=maven chooses by hand. (Variables named GAZESHIFT_* are the program's settings.)

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

# The Java versions that run the pinned Gradle; the newest one changes with gradle-wrapper.properties.
OLDEST_JAVA=17
NEWEST_JAVA_FOR_GRADLE=24

die() {
    printf 'gradlew: %s\n' "$*" >&2
    exit 1
}

if [ -n "${JAVA_HOME:-}" ]; then
    JAVA=$JAVA_HOME/bin/java
    [ -x "$JAVA" ] || die "JAVA_HOME is $JAVA_HOME, which has no bin/java; set it to a JDK of version $OLDEST_JAVA or newer"
else
    JAVA=java
    command -v java >/dev/null 2>&1 ||
        die "no 'java' on the PATH; install a JDK of version $OLDEST_JAVA or newer, or set JAVA_HOME"
fi
# "17.0.15" and "25" are 17 and 25; "1.8.0_402" is 1.
java_version=$("$JAVA" -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p' | head -n 1)
case $java_version in
    '' | *[!0-9]*) die "cannot tell the version of $JAVA; set JAVA_HOME to a JDK of version $OLDEST_JAVA or newer" ;;
esac
[ "$java_version" -ge "$OLDEST_JAVA" ] ||
    die "$JAVA is older than Java $OLDEST_JAVA; install a JDK of version $OLDEST_JAVA or newer, or set JAVA_HOME to one"

distribution_url=$(sed -n 's/^distributionUrl=//p' "$APP_HOME/gradle/wrapper/gradle-wrapper.properties" | sed 's/\\:/:/g')
distribution=$(basename "$distribution_url" .zip)
gradle_name=${distribution%-bin}

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

# Why Gradle cannot be used; empty where it can.
gradle_obstacle() {
    if [ "$java_version" -gt "$NEWEST_JAVA_FOR_GRADLE" ]; then
        echo "$gradle_name does not run on Java $java_version ($OLDEST_JAVA to $NEWEST_JAVA_FOR_GRADLE do)"
    elif ! gradle_is_unpacked && ! gradle_is_reachable; then
        echo "$gradle_name is neither unpacked nor reachable"
    fi
}

build_with=${BUILD_WITH:-}
case $build_with in
    maven) ;;
    gradle)
        [ "$java_version" -le "$NEWEST_JAVA_FOR_GRADLE" ] || die "$(gradle_obstacle); set JAVA_HOME to one of these"
        ;;
    '')
        obstacle=$(gradle_obstacle)
        if [ -z "$obstacle" ]; then
            build_with=gradle
        elif command -v mvn >/dev/null 2>&1; then
            printf 'gradlew: %s; building with Maven instead\n' "$obstacle" >&2
            build_with=maven
        else
            die "$obstacle, and there is no 'mvn' on the PATH; remove that obstacle, or install Maven"
        fi
        ;;
    *) die "BUILD_WITH is '$build_with'; it may be 'gradle' or 'maven'" ;;
esac

[ "$build_with" = gradle ] || exec sh "$APP_HOME/gradle/targets.sh" "$@"

for word in "$@"; do
    case $word in
        demo | run | bench | trials) BUILD_THROUGH=gradle exec sh "$APP_HOME/gradle/targets.sh" "$@" ;;
    esac
done

# shellcheck disable=SC2086 -- the options are words to be split
exec "$JAVA" -Xmx64m -Xms64m ${JAVA_OPTS:-} ${GRADLE_OPTS:-} \
    "-Dorg.gradle.appname=$(basename "$0")" \
    -classpath "$APP_HOME/gradle/wrapper/gradle-wrapper.jar" \
    org.gradle.wrapper.GradleWrapperMain "$@"
