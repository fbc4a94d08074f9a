import type { FieldDescriptions } from '@agent-home/protocol';
import { access } from './access.ts';
import { agents } from './agents.ts';
import { approvals } from './approvals.ts';
import { common, shared } from './common.ts';
import { containers } from './containers.ts';
import { health } from './health.ts';
import { office } from './office.ts';
import { runs } from './runs.ts';
import { specs } from './specs.ts';

/** Parts of the table of the HTTP API. No row is in two of them. */
export const descriptionParts: readonly FieldDescriptions[] = [
  shared,
  common,
  agents,
  containers,
  access,
  office,
  specs,
  approvals,
  runs,
  health,
];

/** Descriptions of parameters and of the fields in requests, responses and payloads of feed events. */
export const httpDescriptions: FieldDescriptions = Object.assign({}, ...descriptionParts);
