import type { Vault } from '@agent-home/runtime-node';
import { canaries } from './canaries.ts';

/** Possible failures of the protection of secrets. Each is switched on by name, and the board must find it. */
export const plantedBugs: Readonly<Record<string, (vault: Vault) => void>> = {
  'nothing is searched': ({ secrets }) => {
    secrets.clean = (text) => text;
    secrets.cleanValue = (value) => value;
    secrets.stream = () => ({ add: (piece) => piece, end: () => '' });
  },
  'only plain text is searched': ({ secrets }) => {
    const clean = secrets.clean.bind(secrets);
    secrets.clean = (text) => (/canary-[A-Z]/.test(text) ? clean(text) : text);
  },
  'pieces of a stream are searched one by one': ({ secrets }) => {
    secrets.stream = () => ({ add: (piece) => secrets.clean(piece), end: () => '' });
  },
  'errors are not searched': ({ secrets }) => {
    const clean = secrets.clean.bind(secrets);
    secrets.clean = (text) => (text.startsWith('it broke') ? text : clean(text));
  },
  'what commands say is not known': ({ secrets }) => {
    const add = secrets.add.bind(secrets);
    secrets.add = (name, value) => name === 'vault://command' || add(name, value);
  },
  'the environment of servers is not known': ({ secrets }) => {
    const add = secrets.add.bind(secrets);
    secrets.add = (name, value) => name.startsWith('echoing ') || add(name, value);
  },
  'headers of servers are not known': ({ secrets }) => {
    const add = secrets.add.bind(secrets);
    secrets.add = (name, value) => name.startsWith('remote ') || add(name, value);
  },
  'answers of models are not searched': ({ secrets }) => {
    const cleanValue = secrets.cleanValue.bind(secrets);
    secrets.cleanValue = (value) =>
      typeof value === 'object' && value !== null && 'answered' in value ? value : cleanValue(value);
  },
  'any tool is given any secret': (vault) => {
    vault.valueFor = (_tool, handle) => vault.value(handle);
  },
  'what a terminal does not show is not seen through': ({ secrets }) => {
    const clean = secrets.clean.bind(secrets);
    secrets.clean = (text) => (text.includes('\u001b') ? text : clean(text));
  },
  'dumps are not read': ({ secrets }) => {
    const clean = secrets.clean.bind(secrets);
    secrets.clean = (text) => (/^[0-9a-f]{7,8}:? /m.test(text) ? text : clean(text));
  },
  'compressed bytes are not unpacked': sparing(() => /H4sI[\w+/=]{20,}/g),
  'beginnings of a secret are not found': sparing(() => /^canary-.{13}$/gm),
  'parts of a secret at a cut are not found': sparing(() => /(?<=bytes cut here\]\n)[^\s[]{4,30}/g),
  'parts of a secret are not known': sparing(() => new RegExp(`^${canaries.part}$`, 'gm')),
};

/** Leaves text that matches the pattern unchanged, and cleans the rest. */
function sparing(toPattern: () => RegExp): (vault: Vault) => void {
  return ({ secrets }) => {
    const clean = secrets.clean.bind(secrets);
    secrets.clean = (text) => {
      const spared: string[] = [];
      const rest = text.replace(toPattern(), (match) => `§${spared.push(match) - 1}§`);
      return clean(rest).replace(/§(\d+)§/g, (mark, index) => spared[Number(index)] ?? mark);
    };
  };
}
