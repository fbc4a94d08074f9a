/** Risk levels, from harmless to forbidden until the operator unlocks it (S3-55). */
export const riskLevels = ['safe', 'low', 'medium', 'high', 'critical'] as const;
export type RiskLevel = (typeof riskLevels)[number];

/** Levels of the native tools (S3-56 to S3-60) and of a home's tools, which the home restricts by mode and credential. */
const knownLevels: Readonly<Record<string, RiskLevel>> = {
  read_file: 'safe',
  read_many_files: 'safe',
  grep: 'safe',
  glob: 'safe',
  todo_write: 'safe',
  // Each call of a delegated run is decided on its own.
  delegate: 'safe',
  // They reach only jobs of calls of bash that were decided on.
  bash_output: 'safe',
  bash_stop: 'safe',
  write_file: 'low',
  edit_file: 'low',
  apply_patch: 'low',
  bash: 'medium',
  git_commit: 'medium',
  web_fetch: 'medium',
  delete_file: 'high',
  // Stricter than S3-59: a command as the superuser is no less dangerous than a shutdown.
  bash_sudo: 'critical',
  system_shutdown: 'critical',
  skills_list: 'safe',
  skills_read: 'safe',
  'home.read': 'safe',
  'home.say': 'low',
  'home.request': 'low',
};

/** Level of a tool that is in no table (S3-61). */
export const riskOfUnknown: RiskLevel = 'medium';

/** @param tool canonical name */
export function knownRisk(tool: string): RiskLevel | undefined {
  return Object.hasOwn(knownLevels, tool) ? knownLevels[tool] : undefined;
}

export function isRiskLevel(text: string): text is RiskLevel {
  return (riskLevels as readonly string[]).includes(text);
}

export function isAtLeast(level: RiskLevel, other: RiskLevel): boolean {
  return riskLevels.indexOf(level) >= riskLevels.indexOf(other);
}
