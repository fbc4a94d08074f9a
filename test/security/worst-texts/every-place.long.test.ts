import {
  canonicalJsonBytes,
  cleanText,
  normalForm,
  parseStrictJson,
  promptViewOf,
  shownText,
} from '@agent-home/protocol';
import { describe, expect, test } from 'vitest';
import { readProposal } from '../../../packages/modes/src/proposals/read-proposal.ts';
import { countCharacters } from '../../../packages/modes/src/shared/count-characters.ts';
import { loadIdioms } from '../../../packages/platform/src/foundation/judges/idiom-dictionary.ts';
import { formJudge } from '../../../packages/platform/src/foundation/judges/poem-judge.ts';
import { formSafety } from '../../../packages/platform/src/foundation/judges/proposal-safety.ts';
import { titleFingerprint } from '../../../packages/platform/src/foundation/text/title-fingerprint.ts';
import { sameSound } from '../../../packages/platform/src/judging/definition/answer-at-once.ts';
import { extractiveSummarizer } from '../../../packages/platform/src/judging/summaries/extractive-summarizer.ts';
import { lineSaid } from '../../../packages/platform/src/publication/lines/line-said.ts';
import { findQuery, toWords } from '../../../packages/platform/src/publication/lines/words.ts';
import { holdMax, longestHold } from './longest-hold.ts';
import { worstTexts } from './texts.ts';

const messageBytes = 32_768;
const requestBytes = 8_192;
const personality = { extrovert: 0, curious: 0, creative: 0, stable: 0 };
const idioms = await loadIdioms();

const topic = { title: 'Hall', mode: 'freeform', isClosed: true };

/** Every place that reads an agent's text, with as much of it as is allowed. */
const places: Record<string, (text: string) => unknown> = {
  'a message as JSON': (text) => parseStrictJson(canonicalJsonBytes({ text })),
  'what a message says': (text) =>
    lineSaid(JSON.stringify({ kind: 'topic_message', agent_id: 'ada', content: { text } })),
  'the words to find a line by': toWords,
  'what is searched for': (text) => findQuery(text.slice(0, 100)),
  'a text for a terminal': cleanText,
  'a text as it is shown': shownText,
  'the length of a text': countCharacters,
  'the normal form of a text': (text) => normalForm(text, 'NFKC'),
  'a poem': (text) => formJudge.judge({ theme: text.slice(0, 200), text }),
  'a poem of the largest size': (text) =>
    formJudge.judge({ theme: text.slice(0, 200), text: text.slice(0, 8_000) }),
  'an idiom': (text) => idioms.has(text),
  'two sounds': (text) => sameSound(text, text.slice(1)),
  'a proposal': (text) => {
    const part = text.slice(0, requestBytes / 2);
    return readProposal('propose_task', {
      title: part.slice(0, 800),
      summary: part,
      tags: [part.slice(0, 200)],
    });
  },
  'the safety of a proposal': (text) =>
    formSafety.check({ payload: { title: 'x', summary: text.slice(0, 19_000) } }),
  'the title of a topic': (text) => titleFingerprint(text.slice(0, 200)),
  'the view of a card': (text) =>
    promptViewOf({
      name: text.slice(0, 80),
      bio: text.slice(0, 2000),
      greeting: text.slice(0, 500),
      personality,
      interests: Array<string>(32).fill(text.slice(0, 60)),
      persona: { style: text.slice(0, 1000) },
      capabilities: Array<string>(32).fill(text.slice(0, 60)),
    }),
  'a summary of 440 lines': (text) => {
    const lines = Array.from({ length: 440 }, (_, n) => ({
      sequence: n,
      agentId: `agent-${n % 9}`,
      text: text.slice(n) + text.slice(0, n),
    }));
    return extractiveSummarizer.summarize({ ...topic, lines, lineCount: lines.length });
  },
};

describe('no text that an agent may write holds the process', () => {
  test('no written text holds the event loop of its reader', async () => {
    const tooLong: string[] = [];
    for (const [name, text] of worstTexts(messageBytes))
      for (const [place, read] of Object.entries(places)) {
        const hold = await longestHold(() => read(text));
        if (hold > holdMax) tooLong.push(`${place}, ${name}: ${Math.round(hold)} ms`);
      }
    expect(tooLong).toEqual([]);
  }, 120_000);
});
