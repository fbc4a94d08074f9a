import {
  type CompiledPolicy,
  compilePermissions,
  evaluateSession,
  type PolicyDocument,
  parsePolicy,
} from '@agent-home/access';
import { heartbeatKey } from '@agent-home/protocol';
import type { Cell, Situation, Store } from '../dimensions.ts';
import { fillIn, listedPrefix, type Names } from '../fill-in.ts';
import { namesAtMoment } from '../names.ts';
import { objectClass } from '../object-classes.ts';
import { askForEverything, shardDigits } from './ask-for-everything.ts';
import { joinId, waitingId } from './circle-questions.ts';
import { getAgent, getMoment } from './situations.ts';
import { bucket, storeRequests } from './store-requests.ts';
import { role } from './widest-role.ts';

interface Session {
  policy: PolicyDocument;
  /** First key that it may put, if there is one. */
  puts: string | undefined;
}

interface Power {
  sessions: Session[];
  /** Earlier results of the same policies. */
  answered: Map<string, boolean>;
}

/** Results by the text of the policies, because equal policies give equal results in every situation. */
export type Answers = Map<string, Map<string, boolean>>;

/** Evaluates all cells of one situation by the policies that the project's compiler creates for it. */
export class SituationEvaluator {
  readonly #powers: Record<Store, Power>;
  readonly #names: Names;
  readonly #now: Date;
  readonly #targets = new Map<string, { key: string; prefix: string }>();

  constructor(situation: Situation, answers: Answers) {
    const permissions = askForEverything(situation);
    const power = (store: Store): Power =>
      toPower(compilePermissions(permissions, { dialect: store, bucket }), store, answers);
    this.#powers = { oss: power('oss'), s3: power('s3') };
    this.#now = getMoment(situation);
    this.#names = collectNames(situation);
  }

  /** Returns true if a single one of the credentials allows the action. */
  allows(cell: Cell): boolean {
    const { action, store } = cell;
    const { key, prefix } = this.#getTarget(cell);
    const { sessions, answered } = this.#powers[store];
    const question = `${action} ${action === 'list' ? prefix : key} ${this.#now.getTime()}`;
    const known = answered.get(question);
    if (known !== undefined) return known;
    const attempt = { store, action, key, prefix, now: this.#now };
    const answer = sessions.some(({ policy, puts }) =>
      storeRequests({ ...attempt, copyTo: puts ?? `${key}.copy` }).every(
        (request) => evaluateSession({ session: policy, role: role[store] }, request) === 'allow',
      ),
    );
    answered.set(question, answer);
    return answer;
  }

  #getTarget({ situation, object }: Cell): { key: string; prefix: string } {
    const known = this.#targets.get(object);
    if (known) return known;
    const found = objectClass(situation.container, object);
    const target = {
      key: fillIn(found.key, this.#names),
      prefix: fillIn(listedPrefix(found), this.#names),
    };
    this.#targets.set(object, target);
    return target;
  }
}

function toPower(compiled: CompiledPolicy[], store: Store, answers: Answers): Power {
  const text = compiled.map(({ document }) => document).join(' ');
  const answered = answers.get(text) ?? new Map<string, boolean>();
  answers.set(text, answered);
  return {
    answered,
    sessions: compiled.map(({ document, permissions }) => ({
      policy: parsePolicy(document, store),
      puts: permissions.flatMap((one) => (one.action === 'put' && 'key' in one ? [one.key] : []))[0],
    })),
  };
}

function collectNames(situation: Situation): Names {
  const { me, other } = getAgent(situation);
  // Days that the modes' own tests use.
  const days = { yesterday: '20260228', today: '20260301', tomorrow: '20260302' };
  return {
    me,
    other,
    topic: 't1',
    circle: 'c1',
    task: 'k1',
    shard: getShard(me),
    other_shard: getShard(other),
    join: joinId,
    waiting: waitingId,
    ...namesAtMoment(situation, days),
  };
}

function getShard(agentId: string): string {
  return heartbeatKey(agentId, shardDigits).split('/')[2] ?? '';
}
