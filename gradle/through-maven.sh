#!/bin/sh
#
# Runs the targets of build.gradle.kts through Maven. Called by gradlew; see there.

set -eu

cd "$(dirname "$0")/.."
project=$PWD

usage() {
    cat >&2 <<'EOF'
gradlew: through Maven these targets are there:
  build    everything: distribution, format, static analysis, all tests
  check    format, static analysis, unit and integration tests
  test     unit tests
  format   rewrite the sources in the project's format
  demo     the whole path on this machine    [--args="--duration 30s"]
  run      the gazeshift program             [--args="doctor"]
  bench    the benchmarks                    [--args="..."]
  trials   break it on purpose, and write docs/trials.md
                                             [--args="--only crash --rounds 10"]
  sbom     what is in the distribution (CycloneDX): target/bom.json and bom.xml
  audit    whether a library in it has a known hole (OWASP), from the internet: target/audit
  clean    remove what was built
and these options: --args=..., --offline, --quiet, --stacktrace, -Pcuda (docs/gpu.md)
EOF
    exit 2
}

targets=
arguments=
maven_options=--batch-mode
quiet=
while [ $# -gt 0 ]; do
    case $1 in
        --args=*) arguments=${1#--args=} ;;
        --args) [ $# -gt 1 ] || usage; arguments=$2; shift ;;
        --offline) maven_options="$maven_options --offline" ;;
        -q | --quiet) quiet=--quiet ;;
        -s | --stacktrace) maven_options="$maven_options --errors" ;;
        -Pcuda) maven_options="$maven_options $1" ;;
        build | check | test | format | demo | run | bench | trials | sbom | audit | clean) targets="$targets $1" ;;
        *) printf "gradlew: '%s' is not known here\n" "$1" >&2; usage ;;
    esac
    shift
done
[ -n "$targets" ] || usage

maven() {
    # shellcheck disable=SC2086 -- the options are words to be split
    mvn $maven_options "$@"
}

distribution() {
    printf 'gradlew: building the distribution (the first time takes minutes: it fetches the libraries)\n' >&2
    maven --quiet -DskipTests package
}

# The program runs from the distribution, as it does for a user.
program() {
    distribution
    with_arguments "$project"/daemon/target/gazeshift-*/bin/gazeshift "$@"
}

# The trials start the program from there.
trials() {
    distribution
    with_arguments java "-Dgazeshift.distribution=$(echo "$project"/daemon/target/gazeshift-*/)" \
        -cp "$project/trials/target/classes:$(cat "$project/trials/target/classpath.txt")" io.gazeshift.trials.Trials
}

with_arguments() {
    # Words of --args, quotes respected, nothing evaluated.
    if [ -n "$arguments" ]; then
        while IFS= read -r word; do
            set -- "$@" "$word"
        done <<EOF
$(printf '%s' "$arguments" | xargs -n 1 printf '%s\n')
EOF
    fi
    "$@"
}

# Surefire and Failsafe tell their totals module by module; this adds them up, and says which tests
# were skipped and why, so that nobody takes them for passed.
with_totals() {
    rm -rf "$project"/*/target/surefire-reports "$project"/*/target/failsafe-reports
    status=0
    maven "$@" || status=$?
    find "$project" -path '*/target/*-reports/TEST-*.xml' -exec awk '
        function attribute(name) { return match($0, " " name "=\"[^\"]*") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 3) : "" }
        /<testcase / { test = attribute("classname") " " attribute("name") }
        /<skipped/ { print "Skipped: " test ": " attribute("message") }' {} +
    find "$project" -path '*/target/*-reports/TEST-*.xml' -exec grep -h -m 1 -o '<testsuite .*' {} + 2>/dev/null |
        awk '
            function count(name,  at) { return match($0, " " name "=\"[0-9]+") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 3) : 0 }
            { run += count("tests"); failures += count("failures"); errors += count("errors"); skipped += count("skipped") }
            END { printf "Tests run: %d, Failures: %d, Errors: %d, Skipped: %d\n", run, failures, errors, skipped }'
    return $status
}

for target in $targets; do
    case $target in
        build) with_totals $quiet -Parchive verify ;;
        check) with_totals $quiet verify ;;
        test) with_totals $quiet test ;;
        format) maven --quiet spotless:apply ;;
        sbom) maven $quiet -Psbom cyclonedx:makeAggregateBom ;;
        audit) maven $quiet -Paudit dependency-check:aggregate ;;
        clean) maven $quiet clean ;;
        demo) program demo ;;
        bench) program bench ;;
        trials) trials ;;
        run) program ;;
    esac
done
