# syntax=docker/dockerfile:1
# The image for CPUs:
#   docker build -t gazeshift:0.2.0 .
# Models are mounted at /models, or baked in from a directory of yours:
#   docker build -t gazeshift:0.2.0 --target baked --build-context models=/path/to/models .
# For several platforms, linux/amd64 and linux/arm64; only the last stages run on the image's own:
#   docker build -t gazeshift:0.2.0 --platform linux/amd64,linux/arm64 .
# To pin the base images by digest: --build-arg RUNTIME_IMAGE=eclipse-temurin@sha256:...
ARG BUILD_IMAGE=maven:3.9-eclipse-temurin-17
ARG RUNTIME_IMAGE=eclipse-temurin:17-jre-jammy

FROM --platform=$BUILDPLATFORM ${BUILD_IMAGE} AS build
# The platform of the image, by which Maven chooses the native libraries.
ARG TARGETARCH
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/root/.m2 mvn -B -q -Dplatform="linux-$TARGETARCH" -Dmaven.test.skip=true --projects daemon --also-make package \
    && mv daemon/target/gazeshift-*/ /gazeshift

FROM ${RUNTIME_IMAGE} AS runtime
ARG TARGETARCH
# The native libraries need nothing that the base image lacks; PyTorch brings its own libgomp. Only
# FFmpeg for arm64 does not bring libva and libdrm.
RUN if [ "$TARGETARCH" = arm64 ]; then \
        apt-get update && apt-get install -y --no-install-recommends libva-drm2 \
        && rm -rf /var/lib/apt/lists/*; \
    fi \
    && groupadd --gid 10001 gazeshift \
    # Its home is where Java unpacks native libraries.
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /var/cache/gazeshift \
        --shell /usr/sbin/nologin gazeshift \
    && install -d -o 10001 -g 10001 /var/lib/gazeshift /var/cache/gazeshift /models
COPY --from=build /gazeshift /opt/gazeshift
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
