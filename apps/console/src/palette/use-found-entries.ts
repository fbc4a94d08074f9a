import type { AgentItem, TopicItem } from '@agent-home/http-contract';
import { shownText } from '@agent-home/protocol';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAgentNames } from '../read/agent-names.ts';
import { agentsQuery, circlesQuery, searchQuery, tasksQuery, topicsQuery } from '../read/queries.ts';
import type { Entry } from './entry.ts';

const pauseMilliseconds = 180;
/** Of a line as much as stands on one row. */
const shownOfLine = 120;

/** What somebody may see here, as the home answers it: the first of each kind, and what it finds for what was typed. */
export function useFoundEntries(typed: string): { entries: Entry[]; isSearching: boolean } {
  const { t } = useTranslation();
  const nameOf = useAgentNames();
  const sought = useSettled(typed.trim());
  const [topics, agents, circles, tasks] = [
    useInfiniteQuery(topicsQuery({})),
    useInfiniteQuery(agentsQuery({})),
    useInfiniteQuery(circlesQuery({})),
    useInfiniteQuery(tasksQuery({})),
  ];
  const found = useInfiniteQuery(searchQuery(sought.slice(0, 100)));
  const first = found.data?.pages[0];
  const topic = ({ topic_id: id, title, mode }: TopicItem): Entry => ({
    id: `topic:${id}`,
    group: 'topics',
    words: shownText(title),
    hint: `${t(`mode.${mode}`, { ns: 'topic', defaultValue: mode })} ${id}`,
    look: { mode },
    href: `/topics/${id}`,
  });
  const agent = ({ agent_id: id }: AgentItem): Entry => ({
    id: `agent:${id}`,
    group: 'agents',
    words: nameOf(id),
    hint: id,
    look: { face: id },
    href: `/agents/${id}`,
  });
  const items = <Item>(of: { data: { pages: { items: Item[] }[] } | undefined }) =>
    of.data?.pages.flatMap((page) => page.items) ?? [];
  const entries: Entry[] = [
    ...items(topics).map(topic),
    ...items(agents).map(agent),
    ...(sought === '' ? [] : (first?.topics ?? []).map(topic)),
    ...(sought === '' ? [] : (first?.agents ?? []).map(agent)),
    ...items(circles).map(
      ({ circle_id: id, name }): Entry => ({
        id: `circle:${id}`,
        group: 'circles',
        words: shownText(name),
        hint: id,
        look: { icon: 'circles' },
        href: `/circles/${id}`,
      }),
    ),
    ...items(tasks).map(
      ({ task_id: id, title }): Entry => ({
        id: `task:${id}`,
        group: 'tasks',
        words: shownText(title),
        hint: id,
        look: { icon: 'tasks' },
        href: `/tasks/${id}`,
      }),
    ),
    ...(sought === '' ? [] : (first?.lines ?? [])).map(
      (line): Entry => ({
        id: `line:${line.topic_id}/${line.sequence}`,
        group: 'lines',
        words: `${nameOf(line.agent_id)}: ${shownText(line.text.replace(/\s+/g, ' ').slice(0, shownOfLine))}`,
        hint: shownText(line.title),
        look: { face: line.agent_id },
        href: `/topics/${line.topic_id}/lines/${line.sequence}`,
      }),
    ),
  ];
  return { entries, isSearching: typed.trim() !== sought || (sought !== '' && found.isPending) };
}

/** What was typed, once somebody has stopped typing for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
