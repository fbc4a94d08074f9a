import { expect, it } from 'vitest';
import { type ModeName, modeNames } from '../registry/catalogue.ts';
import { findMode } from '../registry/registry.ts';
import { request } from '../testing/alphabet/moves.ts';
import { kits } from '../testing/kits/index.ts';
import { startTopic, stepTopic } from '../testing/topics/topic-in-test.ts';
import { requestTypes } from './request-types.ts';

const everyType = [...new Set(modeNames.flatMap((name) => Object.keys(requestTypes[name])))];
/** Unknown types; a vote differs from them only if it may be cast. */
const unknown = ['moon_dance', 'constructor', '__proto__'];

it('a mode ignores exactly the request types outside its list', () => {
  for (const kit of kits) {
    const mode = findMode(kit.mode, kit.version);
    const parsed = mode?.parseRules(kit.golden);
    if (!mode || !parsed || !('rules' in parsed)) throw new Error(kit.mode);
    const topic = startTopic(mode, parsed.rules);
    const listed = Object.keys(requestTypes[kit.mode as ModeName]);
    for (const type of [...everyType, ...unknown]) {
      const { steps } = stepTopic(mode, parsed.rules, topic, request('ada', { type }), 1);
      const { reason } = steps[0]?.transition.verdict ?? {};
      expect([kit.mode, kit.version, type, reason === 'ignored']).toEqual([
        kit.mode,
        kit.version,
        type,
        !listed.includes(type),
      ]);
    }
  }
});
