#!/usr/bin/env node
// Every Node has to parse this file; what needs a recent one is loaded behind the check. Made by infra/packages/guarded-program.ts.
var version = process.versions.node.split('.').map(Number);
if (version[0] > 20 || (version[0] === 20 && version[1] >= 19)) import('./start.js');
else {
  console.error(
    'agent-home: Node ' + process.versions.node + ' is too old: install Node 20.19 or later [node_too_old]',
  );
  process.exitCode = 1;
}
