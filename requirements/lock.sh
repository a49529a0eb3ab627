#!/bin/sh
# Pin every requirement with its hashes, for every platform and Python from 3.11 on. Needs `uv` (pip install uv).
set -eu
cd "$(dirname "$0")/.."
lock() { uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --quiet --upgrade "$@"; }
lock pyproject.toml requirements/build.in -o requirements/run.txt
lock pyproject.toml requirements/build.in --extra test -c requirements/run.txt -o requirements/test.txt
sed -n 's/^opencv-python==\([^ ]*\).*/opencv-python-headless==\1/p' requirements/run.txt >requirements/headless.in
lock requirements/headless.in --no-deps -o requirements/headless.txt
lock --resolution lowest-direct pyproject.toml requirements/build.in --extra test -o requirements/lowest.txt
for list in requirements/docs requirements/bundle training/requirements/train training/requirements/evaluation; do
  lock $list.in -c requirements/test.txt -o $list.txt
done
