import type { z } from 'zod';
import { approvalTypes } from './approval-types.ts';
import { callTypes } from './call-types.ts';
import { graphTypes } from './graph-types.ts';
import { guardrailTypes } from './guardrail-types.ts';
import { handoffTypes } from './handoff-types.ts';
import { kairoTypes } from './kairo-types.ts';
import { legTypes } from './leg-types.ts';
import { modelTypes } from './model-types.ts';
import { policyBundleTypes } from './policy-bundle-types.ts';
import { runTypes } from './run-types.ts';

/** Types of records. An `input` comes from outside; a `derived` record is a function of earlier inputs, which replay recomputes. */
export const catalogue = {
  ...runTypes,
  ...legTypes,
  ...kairoTypes,
  ...modelTypes,
  ...callTypes,
  ...approvalTypes,
  ...handoffTypes,
  ...graphTypes,
  ...guardrailTypes,
  ...policyBundleTypes,
};
export type RecordType = keyof typeof catalogue;
export type RecordData<Type extends RecordType> = z.infer<(typeof catalogue)[Type]['data']>;
export type InputType = {
  [Type in RecordType]: (typeof catalogue)[Type]['kind'] extends 'input' ? Type : never;
}[RecordType];

export function isRecordType(type: string): type is RecordType {
  return Object.hasOwn(catalogue, type);
}

export function isInput(type: string): type is InputType {
  return isRecordType(type) && catalogue[type].kind === 'input';
}
