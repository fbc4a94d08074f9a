import type { ModeList } from '@agent-home/http-contract';
import { findMode, modeNames } from '@agent-home/modes';
import type { PlatformConfig } from '../../foundation/settings/config.ts';
import { freeformPolicySchema } from '../../registry/topics/freeform-policy.ts';
import { modeDefaultsSchema } from '../../registry/topics/mode-defaults.ts';

/** Returns every mode with its newest version, and the rules that this home accepts. */
export function showModes(config: PlatformConfig): ModeList {
  return {
    modes: modeNames.flatMap((each) => {
      const mode = findMode(each);
      if (!mode) return [];
      const { name, version, sealed } = mode;
      const bounded = freeformPolicySchema(name, mode.rulesJsonSchema(), config);
      const rules = modeDefaultsSchema(name, bounded, config);
      return [{ name, version, sealed, rules_schema: rules }];
    }),
  };
}
