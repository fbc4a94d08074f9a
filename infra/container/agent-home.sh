#!/bin/sh
exec node /opt/agent-home/dist/agent-home.js "$@"
