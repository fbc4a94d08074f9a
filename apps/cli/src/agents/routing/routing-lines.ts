import { type Candidate, type Routing, routedCharacters, type TriggerMatch } from '@agent-home/agent-runtime';
import { shownText } from '@agent-home/protocol';
import { counted } from '../../terminal/counted.ts';
import { preview } from '../../terminal/untrusted-text.ts';

/** Characters of a pattern or of a piece of a prompt on one line. */
const shownCharacters = 60;

/** Returns `Auto-routing to: debug-analyzer (matched: bug)` (S3-82). For an expression the matched text is shown. */
export function winnerLine({ agent, matches: [best] }: Candidate): string {
  const matched = best.by === 'keyword' ? best.pattern : best.piece;
  return `Auto-routing to: ${shownText(agent)} (matched: ${preview(matched, shownCharacters)})`;
}

const reasons: Record<Routing['decidedBy'], string> = {
  nothing_applies: 'No agent matches.',
  only_candidate: 'It is the only match.',
  priority: 'It has the highest priority.',
  longer_match: 'Among equal priorities, it matches the longest part of the prompt.',
  name: 'Among equal priorities and lengths, it is the first by name.',
};

/** Explains the routing of a prompt, candidate by candidate. */
export function routingLines(routing: Routing, characters: number): string[] {
  const { winner, candidates, decidedBy, lookedAt, refused } = routing;
  return [
    ...(winner ? [winnerLine(winner)] : []),
    reasons[decidedBy],
    ...candidates.flatMap((candidate, place) => [
      `${place + 1}. ${shownText(candidate.agent)} (${shownText(candidate.file)})`,
      ...candidate.matches.map((match) => `   ${matchLine(match)}`),
    ]),
    ...refused.map(
      ({ file, regex, reason }) =>
        `refused: ${shownText(file)}: ${preview(regex, shownCharacters)}: ${preview(reason)}`,
    ),
    ...(characters > lookedAt
      ? [`Searched: the first ${routedCharacters.toLocaleString('en')} characters of the prompt.`]
      : []),
    ...tooMuchLines(routing),
  ];
}

/** Reports expressions that were not evaluated and might have changed the result. */
export function tooMuchLines({ regexesTooMuch }: Routing): string[] {
  if (regexesTooMuch === 0) return [];
  return [`Skipped: ${counted(regexesTooMuch, 'expression')}, too slow for a prompt of this length.`];
}

function matchLine({ by, pattern, piece, intent, priority }: TriggerMatch): string {
  const what = `${by} ${preview(pattern, shownCharacters)}`;
  const where = by === 'keyword' && piece === pattern ? '' : ` in "${preview(piece, shownCharacters)}"`;
  const meant = intent === undefined ? '' : `, intent ${shownText(intent)}`;
  return `priority ${priority}: ${what}${where}${meant}`;
}
