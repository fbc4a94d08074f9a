import type { Limits } from './limit.ts';

/** Retention of objects in the bucket that are not permanent. */
export const retentionLimits = {
  heartbeatDays: {
    variable: 'AGENT_HOME_KEEP_HEARTBEATS_DAYS',
    unit: 'days',
    bounds: 'a heartbeat, since its agent was last heard of',
    usual: 7,
    least: 1,
    most: 3650,
  },
  unfinishedUploadDays: {
    variable: 'AGENT_HOME_KEEP_UNFINISHED_UPLOADS_DAYS',
    unit: 'days',
    bounds: 'a multipart upload that nobody completed, since it was begun',
    usual: 1,
    least: 1,
    most: 30,
  },
  unjudgedInputDays: {
    variable: 'AGENT_HOME_KEEP_UNJUDGED_INPUTS_DAYS',
    unit: 'days',
    bounds: 'what was written and judged by nobody, since the right to write its key ended',
    usual: 7,
    least: 1,
    most: 3650,
  },
  refusedInputDays: {
    variable: 'AGENT_HOME_KEEP_REFUSED_INPUTS_DAYS',
    unit: 'days',
    bounds: 'a refused message or request; what of it parsed is in the ledger',
    usual: 30,
    least: 1,
    most: 3650,
  },
  joinObjectDays: {
    variable: 'AGENT_HOME_KEEP_JOIN_OBJECTS_DAYS',
    unit: 'days',
    bounds: 'requests to join a circle and approvals, since the decision',
    usual: 90,
    least: 1,
    most: 3650,
  },
  resultDays: {
    variable: 'AGENT_HOME_KEEP_RESULTS_DAYS',
    unit: 'days',
    bounds: 'the result of a request; the ledger and the feed keep the verdict',
    usual: 90,
    least: 1,
    most: 3650,
  },
  // As long as results and what is about joining: by then who took part has read its verdicts, and nothing is left of a
  // topic that an input could still change.
  entryDays: {
    variable: 'AGENT_HOME_KEEP_ENTRIES_DAYS',
    unit: 'days',
    bounds:
      'what a closed topic has beside the packs of its ledger: single entries, messages, requests and results, since something was judged there last; packs keep every entry, word for word',
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
    bounds: 'events in the feed of an agent that does not come',
    usual: 30,
    least: 1,
    most: 365,
  },
  storeEventDays: {
    variable: 'AGENT_HOME_STORE_EVENT_DAYS',
    unit: 'days',
    bounds: 'events of the store, to be looked at',
    usual: 7,
    least: 1,
    most: 365,
  },
  credentialAuditDays: {
    variable: 'AGENT_HOME_CREDENTIAL_AUDIT_DAYS',
    unit: 'days',
    bounds: 'which credentials were asked for',
    usual: 90,
    least: 1,
    most: 3650,
  },
  reportDays: {
    variable: 'AGENT_HOME_REPORT_DAYS',
    unit: 'days',
    bounds: 'what an agent refused to trust, since it last did',
    usual: 30,
    least: 1,
    most: 365,
  },
  schemaOverlapDays: {
    variable: 'AGENT_HOME_SCHEMA_OVERLAP_DAYS',
    unit: 'days',
    bounds:
      'objects of a schema version in the bucket, from when the next version of their kind is published beside it',
    usual: 180,
    least: 1,
    most: 3650,
  },
  unadmittedDays: {
    variable: 'AGENT_HOME_UNADMITTED_DAYS',
    unit: 'days',
    bounds: 'an agent that registered and was never admitted',
    usual: 30,
    least: 1,
    most: 365,
  },
} as const satisfies Limits;
