import { expect, test } from 'vitest';
import { RecentOutput } from './recent-output.ts';

test('cuts recent output between characters', () => {
  for (let maximum = 1; maximum <= 40; maximum += 1) {
    const output = new RecentOutput(maximum);
    const text = '声音 🙂 é.\n'.repeat(20);
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += 5) output.add(bytes.subarray(at, at + 5));
    const { text: kept, dropped } = output.read(1_000, true);
    expect(kept).not.toContain('\ufffd');
    expect(text.endsWith(kept)).toBe(true);
    expect(dropped + Buffer.byteLength(kept)).toBe(bytes.length);
  }
});
