# Spyring for chat platforms: see "In a container" in docs/hosting.md.
# `python -m tools.try_image` executes these lines without a container engine.
FROM python:3.12-slim AS build
WORKDIR /source
RUN ["python", "-m", "venv", "--without-pip", "/opt/spyring"]
COPY requirements.txt ./
RUN pip --python /opt/spyring/bin/python install --no-cache-dir --no-compile \
    --require-hashes --only-binary :all: -r requirements.txt
COPY . ./
# The packages' own tests would add 80 MB. Bytecode with hashes of the source instead of
# times, compiled with a fixed seed, is the same in every build.
RUN pip --python /opt/spyring/bin/python install --no-cache-dir --no-compile \
    --no-deps --no-build-isolation . \
    && pip --python /opt/spyring/bin/python uninstall --yes setuptools \
    && find /opt/spyring -type d \( -name test -o -name tests \) -prune -exec rm -r {} + \
    && PYTHONHASHSEED=0 /opt/spyring/bin/python -m compileall -qf \
    --invalidation-mode unchecked-hash /opt/spyring/lib

FROM python:3.12-slim
LABEL org.opencontainers.image.title="Spyring" \
      org.opencontainers.image.description="Word games for chat, with a teammate that learns how you think" \
      org.opencontainers.image.licenses="MIT"
# Fixes the date of the user's entry in /etc/shadow, where the build sets it.
ARG SOURCE_DATE_EPOCH
# The base image has no bytecode of the standard library: each start would compile it.
RUN PYTHONHASHSEED=0 python -m compileall -qf -x site-packages --invalidation-mode unchecked-hash \
    "$(python -c 'import sysconfig; print(sysconfig.get_path("stdlib"))')" \
    && groupadd --gid 10001 spyring \
    && useradd --system --uid 10001 --gid spyring --home-dir /data --shell /usr/sbin/nologin spyring \
    && install --directory --owner=spyring --group=spyring --mode=0700 /data
COPY --from=build /opt/spyring /opt/spyring
# Spyring writes only below /data: the SQLite file is /data/spyring/spyring.db.
ENV PATH=/opt/spyring/bin:$PATH \
    XDG_DATA_HOME=/data \
    SPYRING_METRICS_PORT=9377 \
    PORT=3000
VOLUME /data
WORKDIR /data
USER 10001:10001
EXPOSE 3000
# http.client, because urllib would send this request to a proxy that the environment names.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-I", "-c", "import http.client, os, sys; asked = http.client.HTTPConnection('127.0.0.1', int(os.environ['SPYRING_METRICS_PORT']), timeout=4); asked.request('GET', '/healthz'); sys.exit(asked.getresponse().status != 200)"]
# `web` serves every platform whose token is set, while `run` needs a flag for each.
ENTRYPOINT ["spyring"]
CMD ["web", "--host", "0.0.0.0"]
