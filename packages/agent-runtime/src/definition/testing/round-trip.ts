import type { JsonObject, JsonValue } from '@agent-home/protocol';
import fc from 'fast-check';
import { expect } from 'vitest';
import { parse } from 'yaml';
import { decodeAgentSpec } from '../agent-spec/decode-agent-spec.ts';
import { encodeAgentSpec } from '../agent-spec/encode-agent-spec.ts';
import { editMarkdown } from '../editing/edit-file.ts';
import type { MemberEdit } from '../editing/splice.ts';
import { decodeMarkdown } from '../markdown/decode-markdown.ts';
import { encodeMarkdown } from '../markdown/encode-markdown.ts';
import { splitFrontMatter } from '../markdown/split-front-matter.ts';
import { anyEdit, at, ownBytes } from './edits.ts';
import { anyWrittenFile, type WrittenFile } from './written-files.ts';

/** Generates a file and an edit of it. */
const editedFile: fc.Arbitrary<WrittenFile & { edit: MemberEdit; to: 'yaml' | 'json' }> =
  anyWrittenFile.chain((file) =>
    fc.record({ ...constants(file), edit: anyEdit(file.front), to: fc.constantFrom('yaml', 'json') }),
  );

function constants<T extends object>(value: T): { [K in keyof T]: fc.Arbitrary<T[K]> } {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fc.constant(member)])) as {
    [K in keyof T]: fc.Arbitrary<T[K]>;
  };
}

/** Converts Markdown → definition → AgentSpec → definition → Markdown, and returns the result of each step. */
function allTheWay({ text }: WrittenFile, to: 'yaml' | 'json') {
  const read = decodeMarkdown(text);
  const { text: spec, prompt } = encodeAgentSpec(read, to);
  const prompts = (ref: string) => (ref === read.promptRef ? prompt : undefined);
  const again = decodeAgentSpec(spec, { file: `agent.${to}`, prompts });
  return { read, again, markdown: encodeMarkdown(again) };
}

/** Returns the changes of an edit outside of its member; empty if there are none. */
function collectFaults({ text, front, edit }: WrittenFile & { edit: MemberEdit }): string[] {
  const edited = editMarkdown(text, [edit]);
  const [old, now] = [splitFrontMatter('', text), splitFrontMatter('', edited)];
  const wanted = withEdit(front, edit);
  const read = parse(now.front.replaceAll('\r\n', '\n')) as JsonValue;
  return [
    ...(JSON.stringify(read) === JSON.stringify(wanted) ? [] : ['the front matter says something else']),
    ...(now.before === old.before && now.between === old.between && now.body === old.body
      ? []
      : ['bytes around the front matter changed']),
    ...bytesChanged(old.front, now.front, edit),
    ...(text.includes('\r\n') && /[^\r]\n/.test(now.front) ? ['a line end is another'] : []),
  ];
}

function bytesChanged(old: string, now: string, edit: MemberEdit): string[] {
  const own = ownBytes(old, edit);
  if (!own) return isInsertion(old, now) ? [] : ['bytes of others changed'];
  const [before, after] = [old.slice(0, own.start), old.slice(own.end)];
  const isKept = now.startsWith(before) && now.endsWith(after) && now.length >= before.length + after.length;
  return isKept ? [] : ['bytes of others changed'];
}

function isInsertion(old: string, now: string): boolean {
  let same = 0;
  while (same < old.length && old[same] === now[same]) same += 1;
  return now.endsWith(old.slice(same)) && now.length >= old.length;
}

function withEdit(front: JsonObject, { path, value }: MemberEdit): JsonObject {
  const copy = structuredClone(front);
  for (const depth of path.keys()) {
    const holder = at(copy, path.slice(0, depth));
    const step = path[depth] ?? '';
    if (typeof holder !== 'object' || holder === null) break;
    const members = holder as Record<string | number, JsonValue>;
    if (depth === path.length - 1) {
      if (value !== undefined) members[step] = value;
      else if (Array.isArray(holder)) holder.splice(Number(step), 1);
      else delete members[step];
      continue;
    }
    const below = members[step];
    if (value !== undefined && (typeof below !== 'object' || below === null))
      members[step] = typeof path[depth + 1] === 'number' ? [] : {};
  }
  return copy;
}

/** Property: a file survives the full round trip, and an edit changes only the bytes of its member. */
export const goesRound = fc.property(editedFile, (file) => {
  const { read, again, markdown } = allTheWay(file, file.to);
  expect([read, again]).toEqual([file.definition, file.definition]);
  expect(markdown).toBe(encodeMarkdown(file.definition));
  expect(collectFaults(file)).toEqual([]);
});
