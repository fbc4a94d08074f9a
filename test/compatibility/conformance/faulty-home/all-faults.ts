import { accessFaults } from './access-faults.ts';
import { answerFaults } from './answer-faults.ts';
import type { Fault } from './fault.ts';
import { ledgerFaults } from './ledger-faults.ts';
import { objectFaults } from './object-faults.ts';
import { requestFaults } from './request-faults.ts';

/** Every fault that a home can have by itself, as visible from outside. */
export const allFaults: readonly Fault[] = [
  ...requestFaults,
  ...answerFaults,
  ...accessFaults,
  ...objectFaults,
  ...ledgerFaults,
];
