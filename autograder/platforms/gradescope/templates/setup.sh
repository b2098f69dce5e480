#!/usr/bin/env bash
# Gradescope runs this once, as root, when it builds the image from Ubuntu.
set -euo pipefail
cd "$$(dirname "$$0")"
export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install -y --no-install-recommends python$python python$python-venv bubblewrap
# Outside /autograder, and readable by all: workers import from it after they have dropped root.
python$python -m venv /opt/grader
/opt/grader/bin/python -m pip install --no-cache-dir --requirement requirements.txt
/opt/grader/bin/python -c 'import torch, hypothesis, nbformat'
