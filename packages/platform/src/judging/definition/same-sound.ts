import { pinyin } from 'pinyin-pro';

const hanCharacter = /^\p{Script=Han}$/u;

/**
 * Whether two Chinese characters have a reading in common, tones ignored. All readings of a character count, since
 * only a sentence could show which is meant. Anything but two single characters has no sound in common.
 */
export function sameSound(first: string, second: string): boolean {
  const readings = readingsOf(first);
  return readingsOf(second).some((reading) => readings.includes(reading));
}

function readingsOf(character: string): string[] {
  if (!hanCharacter.test(character)) return [];
  return pinyin(character, { multiple: true, toneType: 'none', type: 'array', v: true });
}
