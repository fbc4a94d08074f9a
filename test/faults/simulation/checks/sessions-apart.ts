import type { HouseholdEvidence, RunEvidence } from '../residents/household-evidence.ts';
import type { Finding } from './evidence.ts';

const check = 'sessions apart';

/** Requires that each session has runs of one topic alone, and that no run begins with messages of another topic. */
export function sessionsApart({
  runs,
  topicMarkers,
}: Pick<HouseholdEvidence, 'runs' | 'topicMarkers'>): Finding[] {
  const topics = new Map<string, string>();
  return runs.flatMap((run) => {
    const { runId: subject } = run;
    const start = run.records[0]?.data ?? {};
    const topicId = findTopic(run);
    if (topicId === undefined) return [];
    const session = String(start.session_id);
    const before = topics.get(session) ?? topicId;
    topics.set(session, before);
    const context = JSON.stringify(start.context ?? []);
    const others = [...topicMarkers].filter(
      ([other, marker]) =>
        other !== topicId && (context.includes(`in the topic ${other},`) || context.includes(marker)),
    );
    return [
      ...(before === topicId
        ? []
        : [{ check, subject, problem: `of ${topicId} is in the session of ${before}` }]),
      ...others.map(([other]) => ({
        check,
        subject,
        problem: `of ${topicId} begins with messages of ${other}`,
      })),
    ];
  });
}

function findTopic({ records }: RunEvidence): string | undefined {
  const message = records.find(({ type }) => type === 'kairo.user.message');
  const extra = message?.data.extra as Record<string, unknown> | undefined;
  return typeof extra?.topic_id === 'string' ? extra.topic_id : undefined;
}
