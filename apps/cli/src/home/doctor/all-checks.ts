import { agentCheck } from './checks/agents.ts';
import { apiCheck } from './checks/api.ts';
import { bucketCheck } from './checks/bucket.ts';
import type { DoctorCheck } from './checks/check.ts';
import { clockCheck } from './checks/clocks.ts';
import { credentialCheck } from './checks/credentials.ts';
import { databaseCheck } from './checks/database.ts';
import { diskCheck } from './checks/disk.ts';
import { eventCheck } from './checks/events.ts';
import { lifecycleCheck } from './checks/lifecycle.ts';
import { mailCheck } from './checks/mail.ts';
import { platformObjectCheck } from './checks/platform-objects.ts';
import { privacyCheck } from './checks/privacy.ts';
import { protectionCheck } from './checks/protection.ts';
import { proxyCheck } from './checks/proxy.ts';
import { queueCheck } from './checks/queue.ts';
import { residentCheck } from './checks/residents.ts';
import { roleCheck } from './checks/role.ts';

/** Checks in order of dependency: each depends only on those before it. */
export const allChecks: readonly DoctorCheck[] = [
  apiCheck,
  databaseCheck,
  queueCheck,
  bucketCheck,
  privacyCheck,
  protectionCheck,
  lifecycleCheck,
  credentialCheck,
  roleCheck,
  proxyCheck,
  clockCheck,
  eventCheck,
  platformObjectCheck,
  mailCheck,
  diskCheck,
  agentCheck,
  residentCheck,
];
