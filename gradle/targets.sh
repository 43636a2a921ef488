#!/bin/sh
#
# The targets of the build, each a few Maven goals. Run by build.gradle.kts, and by gradlew where Gradle cannot be
# downloaded. BUILD_MVN is the mvn to use; without it, the one on the PATH.
#
# build.gradle.kts and the help text below read these lines:
#: build         build          Builds the distribution and its archive, and runs every check.
#: check         verification   Checks format and static analysis, and runs unit and integration tests.
#: test          verification   Runs the unit tests.
#: format        verification   Rewrites the sources in the project's format.
#: distribution  build          Builds the distribution without running tests: daemon/target/gazeshift-VERSION.
#: demo          application    Runs the whole path on this machine: --args="--duration 30s".
#: run           application    Runs the gazeshift program: --args="doctor".
#: bench         application    Runs the benchmarks: --args="infer".
#: trials        verification   Breaks the distribution on purpose and writes the results: --args="--only crash".
#: libraries     documentation  Prints the libraries of the distribution with their versions.
#: sbom          documentation  Lists what the distribution contains (CycloneDX): target/bom.json and bom.xml.
#: audit         documentation  Looks for vulnerabilities in the libraries (OWASP, needs the internet): target/audit.
#: clean         build          Removes what was built.

set -eu

cd "$(dirname "$0")/.."
project=$PWD
version=$(sed -n 's/^  <version>\(.*\)<\/version>/\1/p' pom.xml)

usage() {
    {
        printf 'Usage: ./gradlew TARGET... [OPTION...]\n\nTargets:\n'
        sed -n 's/^#: \([^ ]* *\)[^ ]* *\(.*\)/  \1\2/p' "$project/gradle/targets.sh"
        cat <<'END'

Options:
  --args="WORDS"  arguments for the program (demo, run, bench, trials)
  --module NAME   limits check, test and format to one module and what it depends on
  --tests NAME    limits check and test to the classes or methods of this name pattern
  --offline       downloads nothing
  --quiet         prints only what went wrong
  --stacktrace    prints the causes of a failed build
  -Pcuda          builds for NVIDIA GPUs
  -Pedge          builds without PyTorch, for nodes that predict, or adapt on a CPU
  -Pplatform=NAME builds for linux-amd64, linux-arm64 or macos-arm64 (default: this machine)
END
    } >&2
    exit 2
}

targets=
arguments=
modules=
tests=
quiet=
# Flags that Gradle and this script spell alike, and what Maven calls them.
flags=
maven_flags=--batch-mode
value() { [ $# -gt 1 ] || usage; }
while [ $# -gt 0 ]; do
    case $1 in
        --args=*) arguments=${1#--args=} ;;
        --args) value "$@"; arguments=$2; shift ;;
        --module=*) modules=${1#--module=} ;;
        --module) value "$@"; modules=$2; shift ;;
        --tests=*) tests=${1#--tests=} ;;
        --tests) value "$@"; tests=$2; shift ;;
        --offline) flags="$flags --offline"; maven_flags="$maven_flags --offline" ;;
        -q | --quiet) flags="$flags --quiet"; quiet=--quiet ;;
        -s | --stacktrace) flags="$flags --stacktrace"; maven_flags="$maven_flags --errors" ;;
        -Pcuda | -Pedge) flags="$flags $1"; maven_flags="$maven_flags $1" ;;
        -Pplatform=linux-amd64 | -Pplatform=linux-arm64 | -Pplatform=macos-arm64)
            flags="$flags $1"
            maven_flags="$maven_flags -Dplatform=${1#-Pplatform=}"
            ;;
        -*) printf "gradlew: unknown option '%s'\n" "$1" >&2; usage ;;
        *)
            grep -q "^#: $1 " gradle/targets.sh || { printf "gradlew: unknown target '%s'\n" "$1" >&2; usage; }
            targets="$targets $1"
            ;;
    esac
    shift
done
[ -n "$targets" ] || usage

maven() {
    # shellcheck disable=SC2086 -- the flags are words to be split
    "${BUILD_MVN:-mvn}" $maven_flags "$@"
}

# Maven, limited to --module and --tests.
maven_selected() {
    if [ -n "$modules" ]; then
        [ -f "$modules/pom.xml" ] || { printf "gradlew: no module '%s'; see <modules> in pom.xml\n" "$modules" >&2; exit 2; }
        set -- "$@" --projects "$modules" --also-make
    fi
    if [ -n "$tests" ]; then
        # Each plugin would also run the other's classes of this name: integration tests before there is a distribution.
        set -- "$@" "-Dtest=$tests,!*IT" "-Dit.test=$tests,!*Test" \
            -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false
    fi
    maven "$@"
}

# What a program needs before it runs. gradlew sets BUILD_THROUGH where Gradle builds it.
built_distribution() {
    printf 'gradlew: building the distribution (the first build downloads the libraries and takes minutes)\n' >&2
    if [ "${BUILD_THROUGH:-}" = gradle ]; then
        # shellcheck disable=SC2086 -- the flags are words to be split
        BUILD_WITH=gradle sh ./gradlew distribution --quiet $flags
    else
        distribution
    fi
}

distribution() {
    maven --quiet -Dmaven.test.skip=true --projects daemon,trials --also-make package
}

# Runs a program with the words of --args: quotes respected, nothing evaluated. It takes the place of this shell, so
# that signals reach it.
exec_with_arguments() {
    if [ -n "$arguments" ]; then
        while IFS= read -r word; do
            set -- "$@" "$word"
        done <<END
$(printf '%s' "$arguments" | xargs -n 1 printf '%s\n')
END
    fi
    exec "$@"
}

# The program runs from the distribution, as it does for a user.
program() {
    built_distribution
    exec_with_arguments "$project/daemon/target/gazeshift-$version/bin/gazeshift" "$@"
}

# With quick starts, as it is deployed (docs/operate/deploy.md).
trials() {
    built_distribution
    printf 'gradlew: preparing quick starts\n' >&2
    "$project/daemon/target/gazeshift-$version/bin/gazeshift-prepare"
    exec_with_arguments java "-Dgazeshift.distribution=$project/daemon/target/gazeshift-$version" \
        -cp "$project/trials/target/classes:$(cat "$project/trials/target/classpath.txt")" io.gazeshift.trials.Trials
}

# Surefire and Failsafe print their totals by module. This adds them up, and names each skipped test with its reason.
with_totals() {
    find "$project" -path '*/target/*-reports' -prune -exec rm -rf {} +
    status=0
    ran=yes
    maven_selected "$@" || status=$?
    find "$project" -path '*/target/*-reports/TEST-*.xml' -exec awk '
        function attribute(name) { return match($0, " " name "=\"[^\"]*") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 3) : "" }
        /<testcase / { test = attribute("classname") " " attribute("name") }
        /<skipped/ {
            reason = attribute("message")
            if (reason == "" && match($0, /CDATA\[.*/)) reason = substr($0, RSTART + 6)
            sub(/^.*Assumption failed: /, "", reason)
            print "Skipped: " test ": " reason
        }' {} +
    find "$project" -path '*/target/*-reports/TEST-*.xml' -exec grep -h -m 1 -o '<testsuite .*' {} + 2>/dev/null |
        awk '
            function count(name,  at) { return match($0, " " name "=\"[0-9]+") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 3) : 0 }
            { run += count("tests"); failures += count("failures"); errors += count("errors"); skipped += count("skipped") }
            END {
                printf "Tests run: %d, Failures: %d, Errors: %d, Skipped: %d\n", run, failures, errors, skipped
                exit run == 0
            }' || ran=
    if [ -n "$tests" ] && [ -z "$ran" ] && [ "$status" = 0 ]; then
        printf "gradlew: --tests '%s' matches no test; give the name of a class, or Class#method\n" "$tests" >&2
        status=1
    fi
    return $status
}

# Module siblings are left out: they are the product, not libraries.
libraries() {
    tree=$(mktemp)
    maven --quiet dependency:tree --projects daemon --also-make -Dscope=runtime -Dtokens=whitespace \
        "-DoutputFile=$tree" -DappendOutput=false >&2
    sed -nE 's/^ *([^: ]+:[^ ]+):(compile|runtime).*/\1/p' "$tree" | grep -v '^io\.gazeshift:' | LC_ALL=C sort -u
    rm -f "$tree"
}

for target in $targets; do
    case $target in
        build) with_totals $quiet -Parchive verify ;;
        check) with_totals $quiet verify ;;
        test) with_totals $quiet test ;;
        format) maven_selected --quiet spotless:apply ;;
        distribution) distribution ;;
        libraries) libraries ;;
        sbom) maven $quiet -Psbom cyclonedx:makeAggregateBom ;;
        audit) maven $quiet -Paudit dependency-check:aggregate ;;
        clean) maven $quiet clean ;;
        demo) program demo ;;
        bench) program bench ;;
        trials) trials ;;
        run) program ;;
    esac
done
