# syntax=docker/dockerfile:1
# The image for CPUs:
#   docker build -t gazeshift:0.2.0 .
# Without PyTorch, for nodes that predict, or adapt on a CPU:
#   docker build -t gazeshift-edge:0.2.0 --build-arg VARIANT=edge .
# Without a Docker daemon: buildah bud, with the same options.
# Models are mounted at /models, or baked in from a directory of yours:
#   docker build -t gazeshift:0.2.0 --target baked --build-context models=/path/to/models .
# For several platforms, linux/amd64 and linux/arm64; only the last stages run on the image's own:
#   docker build -t gazeshift:0.2.0 --platform linux/amd64,linux/arm64 .
# Other base images: --build-arg RUNTIME_IMAGE=... (docs/develop/dependencies.md has how to raise these)
ARG BUILD_IMAGE=maven:3.9-eclipse-temurin-17@sha256:a8746f15d5bb26b5b8bacb056cc76211553850f4c71d16aff845cfa004cbc197
ARG RUNTIME_IMAGE=eclipse-temurin:17-jre-jammy@sha256:8993f1aed8b25fcea7a7047a7949c1866fa558fc6830d938c22c4f13b26be9d7

FROM --platform=$BUILDPLATFORM ${BUILD_IMAGE} AS build
# full or edge
ARG VARIANT=full
# The platform of the image, by which Maven chooses the native libraries.
ARG TARGETARCH
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/root/.m2 mvn -B -q -P${VARIANT} -Dplatform="linux-$TARGETARCH" -Dmaven.test.skip=true --projects daemon --also-make package \
    && mv daemon/target/gazeshift-*/ /gazeshift

# The native libraries need nothing that the base image lacks; PyTorch brings its own libgomp. Only
# FFmpeg for arm64 does not bring libva and libdrm.
FROM ${RUNTIME_IMAGE} AS base
ARG TARGETARCH
RUN if [ "$TARGETARCH" = arm64 ]; then \
        apt-get update && apt-get install -y --no-install-recommends libva-drm2 \
        && rm -rf /var/lib/apt/lists/*; \
    fi

# Native libraries are unpacked here, not at every start; the archive of classes is for the Java of the runtime image.
FROM base AS prepared
COPY --from=build /gazeshift /opt/gazeshift
RUN /opt/gazeshift/bin/gazeshift-prepare

FROM base AS runtime
RUN groupadd --gid 10001 gazeshift \
    # Its home is for caches.
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /var/cache/gazeshift \
        --shell /usr/sbin/nologin gazeshift \
    && install -d -o 10001 -g 10001 /var/lib/gazeshift /var/cache/gazeshift /models
COPY --from=prepared /opt/gazeshift /opt/gazeshift
ENV HOME=/var/cache/gazeshift \
    XDG_STATE_HOME=/var/lib \
    XDG_CACHE_HOME=/var/cache
USER 10001:10001
EXPOSE 9464
ENTRYPOINT ["/opt/gazeshift/bin/gazeshift"]
CMD ["--help"]

FROM runtime AS baked
COPY --from=models . /models/

FROM runtime
