import {
  type AgentItem,
  agentEndpoints,
  circleEndpoints,
  ownerEndpoints,
  searchEndpoints,
  taskEndpoints,
  topicEndpoints,
} from '@agent-home/http-contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { read } from '../../read/api.ts';
import type { Choice } from './combobox.tsx';

const pauseMilliseconds = 150;

/** Returns the typed text after a pause. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

function useFound(
  name: string,
  text: string,
  isLooking: boolean,
  find: (q: string, signal: AbortSignal) => Promise<Choice[]>,
) {
  const q = useSettled(text.trim());
  const { data, isFetching } = useQuery({
    queryKey: ['choices', name, q],
    queryFn: ({ signal }) => find(q, signal),
    placeholderData: keepPreviousData,
    enabled: isLooking,
  });
  // Until the response arrives, only matching earlier choices are shown, so that Enter accepts nothing unintended.
  const isSearching = isFetching || q !== text.trim();
  return { choices: isSearching ? (data ?? []).filter(has(text.trim())) : (data ?? []), isSearching };
}

const agentChoice = ({ agent_id: id, name }: AgentItem): Choice => ({ id, name, note: id, hasFace: true });

/** Finds agents by name or id; without text, returns the first ones. */
export const useAgentChoices = (text: string, isLooking: boolean) =>
  useFound('agents', text, isLooking, async (q, signal) => {
    if (q === '')
      return (await read(agentEndpoints.list, { query: { limit: 50 } }, signal)).items.map(agentChoice);
    return (await read(searchEndpoints.search, { query: { q, limit: 1 } }, signal)).agents.map(agentChoice);
  });

const has = (q: string) => (choice: Choice) =>
  `${choice.name} ${choice.id}`.toLowerCase().includes(q.toLowerCase());

export const useCircleChoices = (text: string, isLooking: boolean) =>
  useFound('circles', text, isLooking, async (q, signal) => {
    const { items } = await read(circleEndpoints.list, { query: { limit: 200 } }, signal);
    return items
      .map(({ circle_id: id, name }): Choice => ({ id, name, note: id }))
      .filter(has(q))
      .slice(0, 50);
  });

export const useOwnerChoices = (text: string, isLooking: boolean) =>
  useFound('owners', text, isLooking, async (q, signal) => {
    const { items } = await read(ownerEndpoints.list, { query: { q, limit: 50 } }, signal);
    return items.map(({ owner_id: id, name }): Choice => ({ id, name, note: id }));
  });

/** Circles, topics and tasks together, because credentials are issued for all of them. Ids have the form that the audit uses. */
export const usePlaceChoices = (
  text: string,
  isLooking: boolean,
  kinds: { circles: string; topics: string; tasks: string },
) =>
  useFound('places', text, isLooking, async (q, signal) => {
    const [circles, topics, tasks] = await Promise.all([
      read(circleEndpoints.list, { query: { limit: 200 } }, signal),
      read(topicEndpoints.listForOffice, { query: { q, limit: 20 } }, signal),
      read(taskEndpoints.list, { query: { limit: 200 } }, signal),
    ]);
    const place = (kind: keyof typeof kinds, id: string, name: string): Choice => ({
      id: `${kind}/${id}`,
      name,
      note: kinds[kind],
    });
    return [
      ...circles.items
        .map(({ circle_id: id, name }) => place('circles', id, name))
        .filter(has(q))
        .slice(0, 20),
      ...topics.items.map(({ topic_id: id, title }) => place('topics', id, title)),
      ...tasks.items
        .map(({ task_id: id, title }) => place('tasks', id, title))
        .filter(has(q))
        .slice(0, 20),
    ];
  });
