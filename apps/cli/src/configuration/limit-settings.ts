import { z } from 'zod';

const days = z.coerce.number().int().min(1).max(3_650).optional();
const amount = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional();

/** How long things are kept, and how much work may be stored. Without them the platform's own defaults hold. */
export const limitEnvironment = {
  AGENT_HOME_KEEP_HEARTBEATS_DAYS: days,
  AGENT_HOME_KEEP_UNFINISHED_UPLOADS_DAYS: z.coerce.number().int().min(1).max(30).optional(),
  AGENT_HOME_KEEP_UNJUDGED_INPUTS_DAYS: days,
  AGENT_HOME_KEEP_REFUSED_INPUTS_DAYS: days,
  AGENT_HOME_KEEP_JOIN_OBJECTS_DAYS: days,
  AGENT_HOME_KEEP_RESULTS_DAYS: days,
  AGENT_HOME_CREDENTIAL_AUDIT_DAYS: days,
  AGENT_HOME_REPORT_DAYS: days,
  AGENT_HOME_UNADMITTED_DAYS: days,
  AGENT_HOME_ARTIFACT_BYTES: amount,
  AGENT_HOME_AGENT_QUOTA_BYTES: amount,
  AGENT_HOME_AGENT_QUOTA_OBJECTS: amount,
  AGENT_HOME_OWNER_QUOTA_BYTES: amount,
  AGENT_HOME_OWNER_QUOTA_OBJECTS: amount,
};
const limitEnvironmentSchema = z.object(limitEnvironment);

/** As the platform's configuration takes them. */
export function limitSettings(environment: z.infer<typeof limitEnvironmentSchema>) {
  return {
    credentialAuditDays: environment.AGENT_HOME_CREDENTIAL_AUDIT_DAYS,
    reportDays: environment.AGENT_HOME_REPORT_DAYS,
    unadmittedDays: environment.AGENT_HOME_UNADMITTED_DAYS,
    retention: {
      heartbeatDays: environment.AGENT_HOME_KEEP_HEARTBEATS_DAYS,
      unfinishedUploadDays: environment.AGENT_HOME_KEEP_UNFINISHED_UPLOADS_DAYS,
      unjudgedInputDays: environment.AGENT_HOME_KEEP_UNJUDGED_INPUTS_DAYS,
      refusedInputDays: environment.AGENT_HOME_KEEP_REFUSED_INPUTS_DAYS,
      joinObjectDays: environment.AGENT_HOME_KEEP_JOIN_OBJECTS_DAYS,
      resultDays: environment.AGENT_HOME_KEEP_RESULTS_DAYS,
    },
    quotas: {
      artifactBytes: environment.AGENT_HOME_ARTIFACT_BYTES,
      agentBytes: environment.AGENT_HOME_AGENT_QUOTA_BYTES,
      agentObjects: environment.AGENT_HOME_AGENT_QUOTA_OBJECTS,
      ownerBytes: environment.AGENT_HOME_OWNER_QUOTA_BYTES,
      ownerObjects: environment.AGENT_HOME_OWNER_QUOTA_OBJECTS,
    },
  };
}
