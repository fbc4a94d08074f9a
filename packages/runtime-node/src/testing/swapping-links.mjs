import { existsSync, renameSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';

/** Puts a link to another folder in the place of a folder, and the folder back, at irregular moments, until it is ended. */
const [place = '', elsewhere = ''] = process.argv.slice(2);
const aside = `${place}-aside`;
const wait = new Int32Array(new SharedArrayBuffer(4));
/** Each state is left as it is for up to some milliseconds, often for none. */
const pause = () => Atomics.wait(wait, 0, 0, Math.max(0, Math.random() * 6 - 2));

process.stdout.write('swapping\n');
for (;;) {
  try {
    if (!existsSync(aside)) renameSync(place, aside);
    symlinkSync(elsewhere, place);
    pause();
    unlinkSync(place);
    renameSync(aside, place);
    pause();
  } catch {
    // The other side of the race has created the folder meanwhile.
    rmSync(place, { recursive: true, force: true });
  }
}
