import type { Limits } from './limit.ts';

const bytes = { unit: 'bytes', least: 1, most: Number.MAX_SAFE_INTEGER } as const;
const objects = { unit: 'objects', least: 1, most: 100_000 } as const;

/** Quotas of work submitted to tasks. */
export const quotaLimits = {
  artifactBytes: {
    ...bytes,
    variable: 'AGENT_HOME_ARTIFACT_BYTES',
    bounds: 'size of one artifact; a larger one is not indexed',
    usual: 256 * 1024 ** 2,
  },
  agentBytes: {
    ...bytes,
    variable: 'AGENT_HOME_AGENT_QUOTA_BYTES',
    bounds: 'size of all artifacts of one agent',
    usual: 2 * 1024 ** 3,
  },
  agentObjects: {
    ...objects,
    variable: 'AGENT_HOME_AGENT_QUOTA_OBJECTS',
    bounds: 'artifacts of one agent',
    usual: 1_000,
  },
  ownerBytes: {
    ...bytes,
    variable: 'AGENT_HOME_OWNER_QUOTA_BYTES',
    bounds: 'size of all artifacts of one owner’s agents',
    usual: 20 * 1024 ** 3,
  },
  ownerObjects: {
    ...objects,
    variable: 'AGENT_HOME_OWNER_QUOTA_OBJECTS',
    bounds: 'artifacts of one owner’s agents',
    usual: 10_000,
  },
} as const satisfies Limits;
