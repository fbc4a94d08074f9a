import type { AgentItem, FoundLine, TopicItem } from '@agent-home/http-contract';
import { shownText } from '@agent-home/protocol';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pagePaths } from '../places/page-paths.ts';
import { useAgentNames } from '../read/agent-names.ts';
import { agentsQuery, circlesQuery, searchQuery, tasksQuery, topicsQuery } from '../read/queries.ts';
import type { Entry } from './entry.ts';

const pauseMilliseconds = 180;
/** Characters of a message that fit one row. */
const shownOfLine = 120;

/** Returns places that the viewer may see: the first ones of each kind, and results for the typed text. */
export function useFoundEntries(typed: string): { entries: Entry[]; isSearching: boolean } {
  const { agent, line, topic } = useEntryMakers();
  const sought = useSettled(typed.trim());
  const topics = useInfiniteQuery(topicsQuery({}));
  const agents = useInfiniteQuery(agentsQuery({}));
  const circles = useInfiniteQuery(circlesQuery({}));
  const tasks = useInfiniteQuery(tasksQuery({}));
  const found = useInfiniteQuery(searchQuery(sought.slice(0, 100)));
  const first = sought === '' ? undefined : found.data?.pages[0];
  const entries: Entry[] = [
    ...collectItems(topics).map(topic),
    ...collectItems(agents).map(agent),
    ...(first?.topics ?? []).map(topic),
    ...(first?.agents ?? []).map(agent),
    ...collectItems(circles).map(({ circle_id: id, name }) => container('circle', id, name)),
    ...collectItems(tasks).map(({ task_id: id, title }) => container('task', id, title)),
    ...(first?.lines ?? []).map(line),
  ];
  return { entries, isSearching: typed.trim() !== sought || (sought !== '' && found.isPending) };
}

function collectItems<Item>({ data }: { data: { pages: { items: Item[] }[] } | undefined }): Item[] {
  return data?.pages.flatMap((page) => page.items) ?? [];
}

function container(kind: 'circle' | 'task', id: string, title: string): Entry {
  return {
    id: `${kind}:${id}`,
    group: `${kind}s`,
    words: shownText(title),
    hint: id,
    look: { icon: `${kind}s` },
    href: `/${kind}s/${id}`,
  };
}

function useEntryMakers() {
  const { t } = useTranslation('topic');
  const getName = useAgentNames();
  return {
    topic: ({ topic_id: id, title, mode }: TopicItem): Entry => ({
      id: `topic:${id}`,
      group: 'topics',
      words: shownText(title),
      hint: t(`mode.${mode}`, { defaultValue: mode }),
      look: { mode },
      href: pagePaths.topic(id),
    }),
    agent: ({ agent_id: id }: AgentItem): Entry => ({
      id: `agent:${id}`,
      group: 'agents',
      words: getName(id),
      hint: id,
      look: { face: id },
      href: pagePaths.agent(id),
    }),
    line: (line: FoundLine): Entry => ({
      id: `line:${line.topic_id}/${line.sequence}`,
      group: 'lines',
      words: `${getName(line.agent_id)}: ${shownText(line.text.replace(/\s+/g, ' ').slice(0, shownOfLine))}`,
      hint: shownText(line.title),
      look: { face: line.agent_id },
      href: pagePaths.line(line.topic_id, line.sequence),
    }),
  };
}

/** Returns the typed text after a pause. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
