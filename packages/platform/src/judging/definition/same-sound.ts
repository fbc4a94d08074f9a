import { pinyin } from 'pinyin-pro';

const hanCharacter = /^\p{Script=Han}$/u;

/**
 * Whether two Chinese characters have a reading in common, tones ignored. A character with several readings has all
 * of them here: which one is meant shows in a sentence, not in a character. Anything but two single characters is no
 * sound.
 */
export function sameSound(first: string, second: string): boolean {
  const readings = readingsOf(first);
  return readingsOf(second).some((reading) => readings.includes(reading));
}

function readingsOf(character: string): string[] {
  if (!hanCharacter.test(character)) return [];
  return pinyin(character, { multiple: true, toneType: 'none', type: 'array', v: true });
}
