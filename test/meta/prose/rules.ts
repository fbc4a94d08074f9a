import type { FragmentKind } from './fragment.ts';

/** A row of the word table in `docs/style.md`. Rows without `match` are advice: a pattern would raise false alarms. */
export interface Word {
  insteadOf: string;
  write: string;
  match?: RegExp;
}

export const openers = [
  'what',
  'whatever',
  'whether',
  'who',
  'whoever',
  'whom',
  'where',
  'of',
  'by',
  'in order',
];
export const openerKinds: readonly FragmentKind[] = ['comment', 'title', 'help', 'option', 'error'];

export const pronouns = /\b(whoever|whomever|whatever|nobody)\b/gi;

/** First words that turn a heading into a clause; "How to" is allowed. */
export const headingOpeners =
  /^(what|whatever|whether|who|whoever|whom|whose|where|which|when|why|if|of|by|in order|how(?! to\b))\b/i;
/** Matches a heading that is a sentence: a finite verb between lowercase words, or a full stop or question mark at the end. */
export const headingSentence =
  /\b(is|are|was|were|has|have|had|does|do|did|can|cannot|may|must|will|shall|goes|comes)\b|[.?!]$/;

export const longestTitle = 14;

export const imperatives = new Set(
  `
  accept add admit answer apply appoint approve archive ask assign attach back bind block build cancel certify change
  check clear close compact compare compute configure connect continue copy count create decide delete deny describe
  disable download draw edit enable end erase evaluate exclude explain export fetch fill find follow fork generate get
  give grant import init install invite issue join judge keep label leave let link list load lock manage measure merge
  migrate mirror moderate move open pack pause pin play post preview print probe propose prove prune publish push put
  query read rebuild recall record refuse register reject release reload remove rename render renew repair replace
  replay report request require reset resolve restore resume retry revoke rotate route run save scan schedule search
  send serve set share show sign start stop store stream suspend sync tail take test trace train trust try turn unbind
  unlock unpin update upload use validate verify view visualize vote wait walk watch withdraw write
`.split(/\s+/),
);

export const words: readonly Word[] = [
  {
    insteadOf: 'tell, told',
    write: 'return, report, log, print, notify, send (the one that it is)',
    match: /\b(tells?|told|telling)\b(?!\s+apart)/gi,
  },
  {
    insteadOf: 'ask',
    write: 'query, request, prompt; "ask a person for approval" is right',
    match: /\bask(s|ed|ing)?\b(?!\s+(a|an|the)\s+(person|user|operator|owner|approver)\b)/gi,
  },
  { insteadOf: 'answer (noun)', write: 'response, return value, reply' },
  {
    insteadOf: 'put before a person',
    write: 'ask a person for approval; "put" to a bucket is right',
    match: /\bput\s+before\b/gi,
  },
  {
    insteadOf: 'look, look again',
    write: 'poll, check, read',
    match: /\blook(s|ed|ing)?\s+(again|at|whether|if|there)\b/gi,
  },
  {
    insteadOf: 'wake, woken',
    write: "notify, notification; wake-up only for the queue's job",
    match: /\b(wakes?|woke|woken|waking)\b(?!-up)/gi,
  },
  {
    insteadOf: 'goes on',
    write: 'continues, resumes, retries, proceeds',
    match: /\b(go|goes|going|went|gone)\s+on\b/gi,
  },
  {
    insteadOf: 'comes in, came in',
    write: 'joins, is loaded, starts',
    match: /\b(come|comes|came|coming)\s+in(?=[.,;:)]|\s*$|\s+(and|while|by|first|later|late)\b)/gi,
  },
  {
    insteadOf: 'beside',
    write: 'in parallel with, in addition to, next to (the one that it is)',
    match: /\bbeside\b/gi,
  },
  { insteadOf: 'whoever, whatever, nobody, none', write: 'the actor or the thing by its name' },
  {
    insteadOf: 'a bound',
    write: 'a limit, a timeout',
    match:
      /\b(an?|the|its|one|no|own|same|this|that|every|each|upper)\s+bound(?=[.,;:)]|\s+(of|on|for|is|was|that)\b)/gi,
  },
  { insteadOf: 'gather', write: 'batch (as DataLoader does)', match: /\bgather(s|ed|ing)?\b/gi },
  { insteadOf: 'inWaves', write: 'mapWithConcurrency', match: /\binWaves\b/g },
  { insteadOf: 'pace, openPace', write: 'yieldToEventLoop', match: /\bopenPace\b/g },
  { insteadOf: 'allowance, takeAllowance', write: 'rate limiter, token bucket', match: /\btakeAllowance\b/g },
  { insteadOf: 'openTurns', write: 'priority scheduler', match: /\bopenTurns\b/g },
  { insteadOf: 'within(ms)', write: 'withTimeout' },
  { insteadOf: 'together', write: 'allSettledInTransaction' },
  {
    insteadOf: 'unhurried',
    write: 'asynchronous commit (`synchronous_commit = off`)',
    match: /\bunhurried(ly)?\b/gi,
  },
  { insteadOf: 'carriedOutAnew', write: 'retry', match: /\bcarriedOutAnew\b/g },
  { insteadOf: 'hint', write: 'store event notification' },
  { insteadOf: 'desk', write: 'batcher, per-process context', match: /\bdesks?\b/gi },
  { insteadOf: 'room (folder)', write: 'folder, module' },
  { insteadOf: 'wing', write: 'layer', match: /\bwings?\b/gi },
  {
    insteadOf: 'people, persons',
    write: 'users, operators, owners, approvers',
    match: /\b(people|persons)\b/gi,
  },
  {
    insteadOf: 'the page',
    write: 'the web UI (the console)',
    match: /\bthe\s+page\b(?!'s|’s|\s+(of|on|size|number|token|cursor|after|before)\b)/gi,
  },
  {
    insteadOf: 'a line (of a conversation)',
    write: 'message; "line" only for a stage line in performance modes',
  },
  { insteadOf: 'made anew, certified anew', write: 'recreated, re-certified', match: /\banew\b/gi },
  { insteadOf: 'take / taken (an input)', write: 'consume, accept, handle' },
  {
    insteadOf: 'said to be',
    write: 'declared, reported as',
    match: /\bsaid\s+(to\s+be|of)\b|\bnothing\s+(is|was)\s+said\b/gi,
  },
];
