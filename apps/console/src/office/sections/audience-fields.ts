import { visibilities } from '@agent-home/protocol';
import type { Field } from '../parts/field.ts';

/** Whom a container is for. */
export const audienceFields: readonly Field[] = [
  {
    name: 'visibility',
    kind: 'choice',
    options: visibilities,
    required: true,
  },
  { name: 'circle_id', kind: 'text', required: true, when: ({ visibility }) => visibility === 'circle' },
  { name: 'allowlist_agent_ids', kind: 'ids', when: ({ visibility }) => visibility === 'invite' },
  { name: 'owner_id', kind: 'text', when: ({ visibility }) => visibility === 'owner-only' },
];
