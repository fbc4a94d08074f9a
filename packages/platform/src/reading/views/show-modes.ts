import type { ModeList } from '@agent-home/http-contract';
import { findMode, modeNames } from '@agent-home/modes';
import type { PlatformConfig } from '../../foundation/settings/config.ts';
import { freeformPolicySchema } from '../../registry/topics/freeform-policy.ts';
import { modeDefaultsSchema } from '../../registry/topics/mode-defaults.ts';

/** Every mode with the newest of its versions, and what its rules may be in this home. */
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
