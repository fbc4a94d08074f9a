import type { Limits } from './limit.ts';

/** Retention of objects in the bucket that are not permanent. */
export const retentionLimits = {
  heartbeatDays: {
    variable: 'AGENT_HOME_KEEP_HEARTBEATS_DAYS',
    unit: 'days',
    bounds: 'heartbeats, after the last one of their agent',
    usual: 7,
    least: 1,
    most: 3650,
  },
  unfinishedUploadDays: {
    variable: 'AGENT_HOME_KEEP_UNFINISHED_UPLOADS_DAYS',
    unit: 'days',
    bounds: 'unfinished multipart uploads, after their beginning',
    usual: 1,
    least: 1,
    most: 30,
  },
  unjudgedInputDays: {
    variable: 'AGENT_HOME_KEEP_UNJUDGED_INPUTS_DAYS',
    unit: 'days',
    bounds: 'inputs without a verdict, after their write grant expired',
    usual: 7,
    least: 1,
    most: 3650,
  },
  refusedInputDays: {
    variable: 'AGENT_HOME_KEEP_REFUSED_INPUTS_DAYS',
    unit: 'days',
    bounds: 'refused messages and requests; the ledger keeps their parsed part',
    usual: 30,
    least: 1,
    most: 3650,
  },
  joinObjectDays: {
    variable: 'AGENT_HOME_KEEP_JOIN_OBJECTS_DAYS',
    unit: 'days',
    bounds: 'requests to join a circle and approvals, after the decision',
    usual: 90,
    least: 1,
    most: 3650,
  },
  resultDays: {
    variable: 'AGENT_HOME_KEEP_RESULTS_DAYS',
    unit: 'days',
    bounds: 'results of requests; the ledger and the feed keep the verdict',
    usual: 90,
    least: 1,
    most: 3650,
  },
  // Kept as long as results and records about joining: by then participants have read their verdicts, and no input can change the
  // topic any more.
  entryDays: {
    variable: 'AGENT_HOME_KEEP_ENTRIES_DAYS',
    unit: 'days',
    bounds:
      'single entries, messages, requests and results of a closed topic, after its last verdict; ledger packs keep every entry unchanged',
    usual: 90,
    least: 1,
    most: 3650,
  },
} as const satisfies Limits;

/** Retention of rows in the database that are not permanent. */
export const recordLimits = {
  feedDays: {
    variable: 'AGENT_HOME_FEED_DAYS',
    unit: 'days',
    bounds: 'unread events in the feed of an agent',
    usual: 30,
    least: 1,
    most: 365,
  },
  storeEventDays: {
    variable: 'AGENT_HOME_STORE_EVENT_DAYS',
    unit: 'days',
    bounds: 'store events, for inspection',
    usual: 7,
    least: 1,
    most: 365,
  },
  credentialAuditDays: {
    variable: 'AGENT_HOME_CREDENTIAL_AUDIT_DAYS',
    unit: 'days',
    bounds: 'audit rows of issued credentials',
    usual: 90,
    least: 1,
    most: 3650,
  },
  reportDays: {
    variable: 'AGENT_HOME_REPORT_DAYS',
    unit: 'days',
    bounds: 'reports of rejected certificates, after the last report',
    usual: 30,
    least: 1,
    most: 365,
  },
  runDays: {
    variable: 'AGENT_HOME_KEEP_RUNS_DAYS',
    unit: 'days',
    bounds: 'mirrored runs, after their last record arrived',
    usual: 30,
    least: 1,
    most: 3650,
  },
  schemaOverlapDays: {
    variable: 'AGENT_HOME_SCHEMA_OVERLAP_DAYS',
    unit: 'days',
    bounds: 'objects of a superseded schema version in the bucket, after the next version is published',
    usual: 180,
    least: 1,
    most: 3650,
  },
  unadmittedDays: {
    variable: 'AGENT_HOME_UNADMITTED_DAYS',
    unit: 'days',
    bounds: 'agents that registered and were never admitted',
    usual: 30,
    least: 1,
    most: 365,
  },
} as const satisfies Limits;
