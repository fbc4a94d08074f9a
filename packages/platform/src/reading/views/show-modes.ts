import type { ModeList } from '@agent-home/http-contract';
import { findMode, modeNames } from '@agent-home/modes';

/** Every mode with the newest of its versions, and what its rules may be. */
export function showModes(): ModeList {
  return {
    modes: modeNames.flatMap((each) => {
      const mode = findMode(each);
      if (!mode) return [];
      const { name, version, sealed } = mode;
      return [{ name, version, sealed, rules_schema: mode.rulesJsonSchema() }];
    }),
  };
}
