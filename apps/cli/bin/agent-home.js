#!/usr/bin/env node
// Runs the TypeScript sources as they are: no build step between a clone and a running home.
import { register } from 'tsx/esm/api';

register();
await import('../src/main.ts');
