import { type Database, jsonParameter, tables } from '@agent-home/database';
import { sql } from 'drizzle-orm';

const kinds: Record<string, string> = { topic: 'topics', task: 'tasks', circle: 'circles' };

/** The place that a grant of the audit opens, as `topics/hall`; undefined for a grant that is for no place. */
export function placeOfScope(scope: string): string | undefined {
  const [type = '', id] = scope.split(':');
  const kind = kinds[type.split('_')[0] ?? ''];
  return kind !== undefined && id ? `${kind}/${id}` : undefined;
}

/** What places are called, by their names in the audit. */
export async function placeNames(
  database: Database,
  places: Iterable<string>,
): Promise<Record<string, string>> {
  const { circles, tasks, topics } = tables;
  const asked = [...new Set(places)].map((place) => {
    const [kind = '', id = ''] = place.split('/');
    return { kind, id };
  });
  if (asked.length === 0) return {};
  const rows = await database.execute<{ place: string; name: string | null }>(
    sql`select asked.kind || '/' || asked.id as place, case asked.kind
          when 'topics' then (select title from ${topics} where ${topics.topicId} = asked.id)
          when 'tasks' then (select title from ${tasks} where ${tasks.taskId} = asked.id)
          else (select name from ${circles} where ${circles.circleId} = asked.id) end as name
        from json_to_recordset(${jsonParameter(asked)}::json) as asked(kind text, id text)`,
  );
  return Object.fromEntries(rows.flatMap(({ place, name }) => (name === null ? [] : [[place, name]])));
}
