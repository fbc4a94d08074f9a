import type { CredentialIssuer, ObjectStore } from '@agent-home/object-store';
import type { DatabaseConnection } from '@agent-home/platform/database';
import type { Settings } from '../../configuration/settings.ts';

/** Result of a check: the observation, and a remedy if it failed. */
export type DoctorFinding =
  | { status: 'ok'; seen: string }
  /** It does not apply to this deployment. */
  | { status: 'skipped'; seen: string }
  | { status: 'warning' | 'failed'; seen: string; todo: string };

export interface CheckContext {
  settings: Settings;
  apiUrl: string;
  dataDirectory: string | undefined;
  environment: Record<string, string | undefined>;
  connection: DatabaseConnection;
  /** Store client with the platform's own key. */
  store: ObjectStore;
  credentialIssuer: CredentialIssuer;
  /** Unique id in the probe keys, so that two runs do not collide. */
  probeId: string;
}

export interface DoctorCheck {
  name: string;
  /** Timeout in milliseconds; default 10 000. */
  timeoutMs?: number;
  run(context: CheckContext): Promise<DoctorFinding>;
}

export const ok = (seen: string): DoctorFinding => ({ status: 'ok', seen });
export const skipped = (seen: string): DoctorFinding => ({ status: 'skipped', seen });
export const warning = (seen: string, todo: string): DoctorFinding => ({ status: 'warning', seen, todo });
export const failed = (seen: string, todo: string): DoctorFinding => ({ status: 'failed', seen, todo });
