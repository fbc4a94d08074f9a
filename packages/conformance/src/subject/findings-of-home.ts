import type { Findings } from '../report/findings.ts';
import type { ServerRequirementId } from '../requirements/server-requirements.ts';

export type HomeFindings = Findings<ServerRequirementId>;
