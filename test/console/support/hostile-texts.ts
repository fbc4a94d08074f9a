import { claims, scripts } from './plain-scripts.ts';

const unseen = [
  'abc\u202edef',
  '\u202eevil\u202c good',
  '\u2066\u2067\u2068x\u2069',
  '\u061c\u200e\u200f marks',
  'zero\u200bwidth',
  'joi\u200dner',
  'no\u2060break',
  '\ufeffbegins with a mark',
  'soft\u00adhyphen',
  'tag\u{e0041}\u{e0042}\u{e0043}s',
  'line\u2028separator',
  'paragraph\u2029separator',
  'hangul\u3164filler',
  'half\uffa0filler',
  'braille\u2800blank',
  'variation\ufe0e\ufe0f',
  'private\ue000use',
  'a\u034fb',
  'bell\u0007 and escape \u001b[31mred\u001b[0m',
  'back\u0008\u0008\u0008space',
  'carriage\rreturn',
  'next\u0085line',
  'vertical\u000btab\u000cfeed',
  '\u{1d173}music\u{1d17a}',
  'mongolian\u180evowel',
];

const lookalikes = [
  'pаypal (Cyrillic a)',
  'Αdmin (Greek Alpha)',
  'аdministrator',
  'plаtform',
  'ｆｕｌｌｗｉｄｔｈ',
  '𝐛𝐨𝐥𝐝 𝐚𝐝𝐦𝐢𝐧',
  'ⓐⓓⓜⓘⓝ',
  'l1I|O0',
  'ѕуѕtem',
  'ρlatform',
];

const huge = [
  'A'.repeat(4_000),
  'word '.repeat(900),
  '\n'.repeat(800),
  `e${'\u0301'.repeat(1_500)}`,
  'Z̷̢͎̗̲̈́̊͗͊'.repeat(120),
  '中'.repeat(3_000),
  'ﷺ'.repeat(600),
  '🧑‍🚀'.repeat(300),
  '['.repeat(2_000) + ']'.repeat(2_000),
  `${'{"a":'.repeat(600)}1${'}'.repeat(600)}`,
  `${'> '.repeat(1_200)}deep`,
  `${'- '.repeat(1_200)}deep`,
  '*'.repeat(3_000),
  '|'.repeat(1_500),
  `${'\t'.repeat(1_000)}x`,
  `https://example.org/${'a'.repeat(3_000)}`,
];

/** More than a hundred hostile texts. */
export const hostileTexts: readonly string[] = [...scripts, ...unseen, ...lookalikes, ...huge, ...claims];
export const unseenTexts: readonly string[] = unseen;
export const lookalikeTexts: readonly string[] = lookalikes.slice(0, 4);
