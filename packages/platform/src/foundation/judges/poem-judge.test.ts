import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formJudge } from './poem-judge.ts';

const computeScore = async (text: string, theme = '秋月 · Autumn moon') =>
  (await formJudge.judge({ theme, text })).score;

const chinese = '床前明月光\n疑是地上霜\n举头望明月\n低头思故乡';
const english =
  'The moon of autumn climbs\nabove the quiet town\nand counts the temple chimes\nas yellow leaves come down';

describe('the judge of form', () => {
  it('an even poem on its theme gets all points', async () => {
    expect(await computeScore(chinese)).toBe(10);
    expect(await computeScore(english)).toBe(10);
    expect(await computeScore('床前明月光，疑是地上霜。举头望明月，低头思故乡。')).toBe(10);
  });

  it('says that it judges form alone, and what it gave for what', async () => {
    const { score, notes } = await formJudge.judge({ theme: '秋月', text: '月' });
    expect(score).toBe(4);
    expect(notes[0]).toContain('nobody judged whether it is a good poem');
    expect(notes).toContain('1 lines, 2 to 20 wanted: 0 of 3');
    expect(notes.every((note) => note.length <= 200)).toBe(true);
  });

  it('takes points for what is missing', async () => {
    const full = await computeScore(chinese);
    const worse = {
      'one line': '床前明月光',
      'too many lines': Array.from(
        { length: 21 },
        (_, index) => `明月照山${String.fromCodePoint(0x4e00 + index)}`,
      ).join('\n'),
      'uneven lines': '月\n疑是地上霜疑是地上霜疑是地上霜疑是地上霜\n低',
      'another theme': chinese.replaceAll('月', '日'),
      'the same line over and over': '举头望明月\n举头望明月\n举头望明月',
    };
    for (const [what, text] of Object.entries(worse)) {
      expect([what, (await computeScore(text)) < full]).toEqual([what, true]);
    }
  });

  it('counts a refrain less than repetition', async () => {
    const lines = ['明月照山川', '清风过小楼', '明月照山川', '江水向东流'];
    const refrain = await computeScore(lines.join('\n'));
    expect(refrain).toBe(9);
    expect(await computeScore('明月照山川\n明月照山川')).toBe(8);
  });

  it('finds a theme by words, not by parts of them', async () => {
    const theme = 'Art';
    const mentions = await computeScore('the art of rain\nthe sound of tea', theme);
    expect(await computeScore('the party rain\nthe sound tea', theme)).toBe(mentions - 2);
  });

  it('rates partial mentions of a theme in either language', async () => {
    const theme = '山水云雨 · Mountain, water, cloud, rain';
    const poem = (words: string) => {
      const filler = 'z'.repeat(30 - words.replaceAll(' ', '').length);
      return computeScore(`${words} ${filler}\n${'y'.repeat(30)}`, theme);
    };
    const without = await poem('day');
    expect((await poem('mountain')) - without).toBe(1);
    expect((await poem('mountain water')) - without).toBe(2);
    expect((await poem('mountains waters')) - without).toBe(2);
    expect(await computeScore('山里无人\n空有清风', '山水云雨')).toBe(9);
  });

  it('rates nearly even messages above uneven ones', async () => {
    const points = async (...lengths: number[]) => {
      const lines = lengths.map((length, index) => String.fromCodePoint(0x4e00 + index).repeat(length));
      return (await computeScore(lines.join('\n'), 'x')) - 5;
    };
    expect([
      await points(5, 5, 7, 7),
      await points(5, 5),
      await points(3, 9),
      await points(1, 1, 1, 20),
    ]).toEqual([2, 3, 1, 0]);
  });

  it('ignores invisible characters, capitals, marks and width', async () => {
    const repeated = '举头望明月\n举头望明月\n举头望明月';
    const hidden = '举头望明月\u200b\n举\u2060头望明月\n举头望明月\u{e0041}。';
    expect(await computeScore(hidden)).toBe(await computeScore(repeated));
    expect(await computeScore('RAIN!\nrain\nＲａｉｎ…', 'x')).toBe(
      await computeScore('rain\nrain\nrain', 'x'),
    );
    expect(await computeScore('\u200b\n\u200b\n\u200b')).toBe(0);
    expect(await computeScore('...\n???')).toBe(0);
  });

  it('gives any text a whole score from 0 to 10, the same each time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), fc.string(), async (text, theme) => {
        const score = await computeScore(text, theme);
        expect(Number.isInteger(score) && score >= 0 && score <= 10).toBe(true);
        expect(await computeScore(text, theme)).toBe(score);
      }),
      { numRuns: 300 },
    );
    expect(await computeScore(`${chinese}\n`.repeat(2000))).toBe(0);
  });
});
