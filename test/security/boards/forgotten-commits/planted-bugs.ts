import {
  addImport,
  changesIn,
  insertBefore,
  type Mutation,
  replace,
  replaceText,
} from '../../../meta/source-mutations/changes.ts';

const inPlatform = changesIn('packages/platform');

/** Bug in the handling of asynchronous commits, or in the recovery of lost ones, with the test that has to find it. */
export interface ForgettingBug extends Mutation {
  /** Title of the test in `test/faults/forgotten-commits.long.test.ts`. */
  foundBy: string;
}

const publication = 'a publication lost in a crash repeats its bytes';
const hint = 'the sweep judges a write with a lost event';
const foreignWrite = 'a reported foreign write survives a database crash';
const lease = 'a publisher’s lease restored by a database crash expires';
const credential = 'a killed database keeps credentials and used nonces';

export const plantedBugs: readonly ForgettingBug[] = [
  {
    name: 'sign-again',
    changes: [
      inPlatform(
        'signOutboxRow',
        replace('row.signedText !== null', "row.signedText !== null && !row.objectKey.startsWith('topics/')"),
      ),
    ],
    harm: 'a version that was put already is put with other bytes',
    foundBy: publication,
  },
  {
    name: 'verdict-does-not-wait',
    changes: [
      inPlatform(
        'judgeInputs',
        addImport('sql', 'drizzle-orm'),
        insertBefore(
          'const mode = topic && findMode(topic.mode, topic.modeVersion);',
          'await transaction.execute(sql`set local synchronous_commit = off`);',
        ),
      ),
    ],
    harm: 'a verdict that everybody has read is not in the ledger',
    foundBy: publication,
  },
  {
    name: 'blind-sweep',
    changes: [inPlatform('markDueTickets', replace('due.length === 0', 'due.length >= 0'))],
    harm: 'a write whose event is forgotten is never judged',
    foundBy: hint,
  },
  {
    name: 'foreign-write-does-not-wait',
    changes: [
      inPlatform(
        'recordPlatformWrites',
        replaceText(' where not exists (select 1 from told where checks)', ''),
      ),
    ],
    harm: 'a forged state stays in the bucket',
    foundBy: foreignWrite,
  },
  {
    name: 'lease-for-ever',
    changes: [inPlatform('leaseParts', replaceText('where held.until < now()', 'where false'))],
    harm: 'nothing is published any more in a stream whose publisher died',
    foundBy: lease,
  },
  {
    name: 'audit-does-not-wait',
    changes: [
      inPlatform(
        'insertAudits',
        replaceText('with used as (', 'with ${asynchronousCommitPart}, used as ('),
        replaceText(
          'join used using (key_id, nonce) ), written',
          'join used using (key_id, nonce) cross join asynchronous_commit\n        ), written',
        ),
      ),
    ],
    harm: 'a credential is at large that no audit knows of, and its request is answered once more',
    foundBy: credential,
  },
];
