import { emitKeypressEvents } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

export interface Choice {
  name: string;
  ticked: boolean;
}

interface Terminal {
  stdin: Readable & { setRawMode?(isRaw: boolean): unknown };
  screen: Writable & { rows?: number };
}

interface Key {
  name?: string;
  ctrl?: boolean;
}

const help = '↑ ↓ move, space or a number ticks, Enter is done';

/** Returns true if the list fits the screen, so that it can be redrawn in place; false if the screen size is unknown. */
export function fitsScreen(choices: readonly Choice[], { rows = 0 }: Terminal['screen']): boolean {
  return choices.length > 0 && choices.length + 2 < rows;
}

/**
 * Shows a list in which arrows move, space ticks and Enter ends. Ctrl-C ends the program as in every other question, since raw mode
 * takes it from the terminal.
 * @returns ticked names; undefined if the input ended
 */
export async function pickFromList(
  { stdin, screen }: Terminal,
  choices: readonly Choice[],
  interrupt: () => void,
): Promise<string[] | undefined> {
  const list = choices.map((choice) => ({ ...choice }));
  let cursor = 0;
  const draw = (isFirst: boolean) => {
    if (!isFirst) screen.write(`\u001b[${list.length + 1}A`);
    for (const [index, { name, ticked }] of list.entries())
      screen.write(
        `\u001b[2K${index === cursor ? '>' : ' '} ${ticked ? '[x]' : '[ ]'} ${String(index + 1).padStart(2)} ${name}\n`,
      );
    screen.write(`\u001b[2K${help}\n`);
  };
  const toggle = (index: number) => {
    const choice = list[index];
    if (!choice) return;
    cursor = index;
    choice.ticked = !choice.ticked;
  };
  emitKeypressEvents(stdin);
  stdin.setRawMode?.(true);
  draw(true);
  try {
    return await new Promise((resolve) => {
      const finish = (names: string[] | undefined) => {
        stdin.off('keypress', onKey).off('end', onEnd);
        resolve(names);
      };
      const onEnd = () => finish(undefined);
      const onKey = (text: string | undefined, { name, ctrl }: Key) => {
        if (ctrl && name === 'c') interrupt();
        else if (ctrl && name === 'd') onEnd();
        else if (name === 'return' || name === 'enter')
          finish(list.filter(({ ticked }) => ticked).map((choice) => choice.name));
        else {
          if (name === 'up') cursor = (cursor + list.length - 1) % list.length;
          if (name === 'down') cursor = (cursor + 1) % list.length;
          if (name === 'space') toggle(cursor);
          if (/^[1-9]$/.test(text ?? '')) toggle(Number(text) - 1);
          draw(false);
        }
      };
      stdin.on('keypress', onKey).once('end', onEnd);
      stdin.resume();
    });
  } finally {
    stdin.setRawMode?.(false);
    stdin.pause();
  }
}
