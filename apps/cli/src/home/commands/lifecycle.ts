import {
  applyLifecycle,
  collectTraits,
  inspectLifecycle,
  isInPlace,
  type LifecyclePlan,
  type RetentionSettings,
  retentionTable,
} from '@agent-home/platform';
import { openHomeStore } from '../compose/open-store.ts';
import { findHome } from '../local/running-home.ts';

type Environment = Record<string, string | undefined>;
type Rule = LifecyclePlan['rules'][number];

/** `agent-home lifecycle show`: prints the retention table and the rules in the bucket. */
export async function showLifecycle(environment: Environment): Promise<void> {
  const { settings } = await findHome(environment);
  const { retention } = settings.platform;
  for (const [kind, how] of Object.entries(retentionTable))
    console.log(`${kind.padEnd(22)} ${describeRetention(how, retention)}`);
  const uploads = `aborted after ${days(retention.unfinishedUploadDays)}, by the bucket`;
  const byItself = 'aborted by MinIO itself (MINIO_API_STALE_UPLOADS_EXPIRY, a day)';
  console.log(
    `${'unfinished uploads'.padEnd(22)} ${collectTraits(settings.platform.store).hasUploadRules ? uploads : byItself}`,
  );
  const { store } = openHomeStore(settings.store, settings.platformKey);
  console.log(`\n${summary(await inspectLifecycle(store, settings.platform), 'would')}`);
}

/** `agent-home lifecycle apply`: applies the bucket's part of the table; a second run changes nothing. */
export async function applyLifecycleTable(
  environment: Environment,
  options: { dryRun: boolean },
): Promise<void> {
  const { settings } = await findHome(environment);
  const { store } = openHomeStore(settings.store, settings.platformKey);
  const change = options.dryRun ? inspectLifecycle : applyLifecycle;
  console.log(summary(await change(store, settings.platform), options.dryRun ? 'would' : 'done'));
}

function summary(plan: LifecyclePlan, mood: 'would' | 'done'): string {
  const would = mood === 'would' ? 'would be ' : '';
  const lines = [
    ...plan.added.map((rule) => `  + ${describeRule(rule)} ${would}added`),
    ...plan.changed.map(
      ({ before, after }) => `  ~ ${describeRule(before)} ${would}now ${describeRule(after)}`,
    ),
    ...plan.removed.map((rule) => `  - ${describeRule(rule)} ${would}removed`),
    ...(isInPlace(plan) ? plan.rules.map((rule) => `  = ${describeRule(rule)}`) : []),
    ...plan.foreign.map((id) => `  . ${id} is not ours and stays`),
  ];
  const head = isInPlace(plan)
    ? 'The bucket’s rules are in place; nothing to change.'
    : 'The bucket’s rules:';
  return [head, ...lines].join('\n');
}

function describeRule({ id, prefix, days: expiry, abortUploadsDays: abort }: Rule): string {
  const parts = [
    ...(expiry === undefined ? [] : [`objects go after ${days(expiry)}`]),
    ...(abort === undefined ? [] : [`unfinished uploads after ${days(abort)}`]),
  ];
  return `${id} (${prefix}: ${parts.join(', ')})`;
}

function describeRetention(
  how: (typeof retentionTable)[keyof typeof retentionTable],
  retention: RetentionSettings,
): string {
  if ('keptBecause' in how) return `kept: ${how.keptBecause}`;
  if (how.by === 'bucket') return `${days(retention[how.period])}, by the bucket`;
  const periods = how.periods.map((name) => `${words[name]} ${days(retention[name])}`);
  return `${periods.join(', ')}, by the worker`;
}

const words: Record<keyof RetentionSettings, string> = {
  heartbeatDays: 'unmodified',
  unfinishedUploadDays: 'unfinished',
  unjudgedInputDays: 'unjudged',
  refusedInputDays: 'refused',
  joinObjectDays: 'decided',
  resultDays: 'published',
  entryDays: 'of a closed topic',
};

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`);
