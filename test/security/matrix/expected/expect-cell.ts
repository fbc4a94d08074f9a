import type {
  Cell,
  CircleSituation,
  HomeSituation,
  Situation,
  TaskSituation,
  TopicSituation,
} from '../dimensions.ts';
import type { ObjectName } from '../object-classes.ts';
import { circleStanding, circleTable, mayAskToJoin } from './circle-table.ts';
import { allowed, type Expectation, type Rights, refused, refusedByProxy } from './expectation.ts';
import { homeTable } from './home-table.ts';
import { computeFloor } from './ids-at.ts';
import { mayWrite } from './may-write.ts';
import { storeTable } from './store-table.ts';
import { taskAudience, taskTable } from './task-table.ts';
import { topicAudience, topicTable } from './topic-table.ts';

/** Returns the expected result of one cell, from the seed and the design. Imports nothing from the code under test. */
export function expectCell({ situation, object, action, store }: Cell): Expectation {
  if (situation.standing !== 'admitted')
    return refused(`seed: a non-admitted agent cannot obtain access (${situation.standing})`);
  const takes = storeTable[action][store];
  const { from } = storeTable[action];
  if (takes === '-') throw new Error(`${store} has no ${action}`);
  if (takes === 'never') return refused(from);
  const rights = rightsTo(situation, object);
  const right = takes === 'read' || takes === 'list' ? takes : 'write';
  const why = `${rights.why}; ${from}`;
  if (!rights[right]) return slashOpens(situation, object, right, store, why) ?? refused(why);
  if (takes === 'write, but the proxy stops it') return refusedByProxy(why);
  return store === 's3' && isSlashed(object) ? refusedByProxy(why) : allowed(why);
}

const isSlashed = (object: string) => object.endsWith('_slash');

/** MinIO handles `key/` as `key` (ADR 0045), so a policy for one also permits the other. */
function slashOpens(
  situation: Situation,
  object: string,
  right: 'read' | 'list' | 'write',
  store: string,
  why: string,
): Expectation | undefined {
  if (store !== 's3' || !isSlashed(object) || right === 'list') return undefined;
  const plain = object === 'message_slash' ? 'message_now' : object.replace(/_slash$/, '');
  return rightsTo(situation, plain)[right] ? refusedByProxy(why) : undefined;
}

function rightsTo(situation: Situation, object: string): Rights {
  switch (situation.container) {
    case 'topic':
      return topicRights(situation, object as ObjectName<'topic'>);
    case 'circle':
      return circleRights(situation, object as ObjectName<'circle'>);
    case 'task':
      return taskRights(situation, object as ObjectName<'task'>);
    default:
      return homeRights(situation, object);
  }
}

function topicRights(situation: TopicSituation, object: ObjectName<'topic'>): Rights {
  const { relation, visibility, readScope, moment, lifecycle } = situation;
  if (topicAudience[relation][visibility] === 'out')
    return { read: false, list: false, write: false, why: `a topic ${visibility} is not for ${relation}` };
  const row = topicTable[object];
  const floor = computeFloor(moment);
  const ticket = lifecycle === 'open' && row.write !== 'never' && mayWrite(floor, row.write, relation);
  return {
    read: row.read[readScope],
    list: row.list[readScope],
    write: ticket,
    why: row.write === 'never' ? row.from : `${row.from}; ${moment}: ${floor.from}; topic ${lifecycle}`,
  };
}

function circleRights(situation: CircleSituation, object: ObjectName<'circle'>): Rights {
  const row = circleTable[object];
  const standing = circleStanding[situation.relation];
  const decides = standing === 'decides';
  const who = {
    members: standing === 'inside' || decides,
    deciders: decides,
    candidates: mayAskToJoin(situation),
    'deciders about what waits': decides && situation.waiting,
    nobody: false,
  };
  return { read: who[row.read], list: who[row.list], write: who[row.write], why: `${row.from}; ${standing}` };
}

function taskRights({ relation, visibility, lifecycle }: TaskSituation, object: ObjectName<'task'>): Rights {
  const row = taskTable[object];
  const isIn = taskAudience[relation][visibility] === 'in';
  return {
    read: isIn && row.read,
    list: isIn && row.list,
    write: isIn && lifecycle === 'open' && row.write === 'own folder',
    why: `${row.from}; a task ${visibility}, ${lifecycle}, for ${relation}`,
  };
}

function homeRights({ container }: HomeSituation, object: string): Rights {
  const rows: Record<string, { read: boolean; list: boolean; write: boolean; from: string }> =
    homeTable[container];
  const row = rows[object];
  if (!row) throw new Error(`no row for ${object}`);
  return { read: row.read, list: row.list, write: row.write, why: row.from };
}
