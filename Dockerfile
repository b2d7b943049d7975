# Ready Room for a club, in a container: web server, worker and clock are the same image with another command.
# `docker compose up` makes it and runs all parts (compose.yaml); docs/how-to/run-for-a-club.md tells how.

FROM python:3.11-slim-bookworm AS build
WORKDIR /srv/ready-room
COPY requirements.lock ./
RUN python -m venv .venv \
 && .venv/bin/pip install --no-cache-dir --require-hashes --requirement requirements.lock \
 && .venv/bin/pip uninstall --yes setuptools pip
COPY . .
ARG REVISION=
RUN if [ -n "$REVISION" ]; then echo "$REVISION" > REVISION; fi
# Whole seconds: an image keeps no parts of them, and static files of another moment would be gathered anew.
RUN find . -path "*/static/*" -type f -exec touch --date=@1700000000 {} +
# On a database that is thrown away: what it leaves are the static files.
RUN SECRET_KEY=of-this-step-only ALLOWED_HOSTS=localhost READY_ROOM_DATA=/tmp/data .venv/bin/python manage.py prepare \
 && rm -r /tmp/data \
 && .venv/bin/python -m compileall -q .

FROM python:3.11-slim-bookworm
# pg_dump and pg_restore, of the same release as the database of compose.yaml.
RUN apt-get update -q \
 && apt-get install --yes --no-install-recommends postgresql-client-15 \
 && rm -rf /var/lib/apt/lists/*
RUN useradd --system --user-group --uid 10001 --home-dir /var/lib/ready-room --create-home ready-room
COPY --from=build /srv/ready-room /srv/ready-room
WORKDIR /srv/ready-room
ENV PATH=/srv/ready-room/.venv/bin:$PATH READY_ROOM_DATA=/var/lib/ready-room PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
USER ready-room
VOLUME /var/lib/ready-room
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=6s --start-period=30s CMD ["deploy/healthy"]
CMD ["gunicorn", "config.wsgi", "--bind", "0.0.0.0:8000", "--workers", "2", "--threads", "8", "--no-control-socket"]
