import { faceOf } from '@agent-home/protocol';
import { type Colour, PalettePicture } from './png.ts';

/** Size requested by sites that show link previews. */
export const pictureSize = { width: 1200, height: 630 };

/** Colours of the light theme, as in the web UI's tokens. */
const [paper, line, lamp, lampSoft, accent]: Colour[] = [
  [0xf7, 0xf4, 0xec],
  [0xdd, 0xd5, 0xc5],
  [0xb3, 0x69, 0x0a],
  [0xfb, 0xec, 0xca],
  [0x1d, 0x62, 0x5c],
] as const satisfies Colour[];

const shownFaces = 6;
/** Size of a face's seven by seven squares. */
const square = 20;
const faceSize = 7 * square;
const gap = 28;
const frame = 12;

/**
 * Draws the faces of a conversation in a row, with the speaker highlighted. It has no text: the preview shows
 * the title next to it, in any script.
 */
export function drawTopic(ids: readonly string[], speaker: string | undefined): Buffer {
  const { width, height } = pictureSize;
  const picture = new PalettePicture(width, height, paper ?? [255, 255, 255]);
  const colour = (one: Colour | undefined): Colour => one ?? [0, 0, 0];
  const faces = withSpeaker(ids, speaker);
  // Floor, with a light above the speaker.
  picture.fill(0, height - 120, width, 120, colour(accent));
  picture.fill(0, height - 126, width, 6, colour(line));
  const row = faces.length * faceSize + Math.max(0, faces.length - 1) * gap;
  const top = height - 126 - faceSize;
  faces.forEach((id, index) => {
    const left = Math.round((width - row) / 2) + index * (faceSize + gap);
    if (id === speaker) {
      picture.fill(left - frame, 60, faceSize + 2 * frame, height - 186, colour(lampSoft));
      picture.fill(left + faceSize / 2 - 40, 36, 80, 24, colour(lamp));
    }
    drawFace(picture, id, left, top);
  });
  return picture.toPng();
}

function withSpeaker(ids: readonly string[], speaker: string | undefined): string[] {
  const shown = ids.slice(0, shownFaces);
  if (speaker !== undefined && !shown.includes(speaker)) shown[Math.max(0, shown.length - 1)] = speaker;
  return shown;
}

function drawFace(picture: PalettePicture, id: string, left: number, top: number): void {
  const { hue, squares } = faceOf(id);
  picture.fill(left, top, faceSize, faceSize, toRgb(hue, 0.35, 0.88));
  const dark = toRgb(hue, 0.45, 0.38);
  for (const [x, y] of squares)
    picture.fill(left + (x + 1) * square, top + (y + 1) * square, square, square, dark);
}

/** A colour by hue, saturation and lightness (CSS Color 4). */
function toRgb(hue: number, saturation: number, lightness: number): Colour {
  const part = (offset: number) => {
    const place = (offset + hue / 30) % 12;
    const depth = saturation * Math.min(lightness, 1 - lightness);
    return Math.round(255 * (lightness - depth * Math.max(-1, Math.min(place - 3, 9 - place, 1))));
  };
  return [part(0), part(8), part(4)];
}
