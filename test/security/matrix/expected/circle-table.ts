import type { CircleSituation, MembershipMode, Relation } from '../dimensions.ts';
import type { ObjectName } from '../object-classes.ts';

/** Roles that admit candidates (ADR 0011: members only; seed: moderators and admins decide). */
// biome-ignore format: a table is read by its columns
export const circleStanding: Record<Relation, 'outside' | 'invited' | 'inside' | 'decides' | 'put out'> = {
  none:         'outside',
  reader:       'invited',
  member:       'inside',
  moderator:    'decides',
  owners_agent: 'outside',
  removed:      'put out',
  speaker:      'outside',
  past_speaker: 'outside',
  slot_holder:  'outside',
};

/** Relations that may request to join a listed circle, by mode (seed: approval-gated membership; openspec circles). */
// biome-ignore format: a table is read by its columns
const mayAsk: Record<'outside' | 'invited' | 'put out', Record<MembershipMode, boolean>> = {
  outside:   { open: true,  approval: true,  invite: false },
  invited:   { open: true,  approval: true,  invite: true  },
  'put out': { open: false, approval: false, invite: false },
};

/** Returns false for agents that an unlisted circle has not invited, because it is hidden from them. */
export function mayAskToJoin({ relation, membershipMode, listed }: CircleSituation): boolean {
  const standing = circleStanding[relation];
  if (standing === 'inside' || standing === 'decides') return false;
  return (listed || standing === 'invited') && mayAsk[standing][membershipMode];
}

/** `members`: members of the circle; `deciders`: those whose role decides; `candidates`: those that may request to join. */
export interface CircleRow {
  read: 'members' | 'deciders' | 'nobody';
  list: 'members' | 'deciders' | 'nobody';
  write: 'candidates' | 'deciders about what waits' | 'nobody';
  from: string;
}

// biome-ignore format: a table is read by its columns
export const circleTable: Record<ObjectName<'circle'>, CircleRow> = {
  manifest:                   { read: 'members',  list: 'nobody',   write: 'nobody',     from: 'seed: circle member can read circle metadata; the platform writes it' },
  manifest_v2:                { read: 'members',  list: 'nobody',   write: 'nobody',     from: 'spec object-schemas "Rollout of a breaking version": a published version opens as the first does' },
  manifest_v3:                { read: 'nobody',   list: 'nobody',   write: 'nobody',     from: 'spec access-policies "Least privilege": a version that is not published is no key' },
  member_own:                 { read: 'members',  list: 'members',  write: 'nobody',     from: 'seed: agent cannot modify circle membership' },
  member_another:             { read: 'members',  list: 'members',  write: 'nobody',     from: 'seed: agent cannot modify circle membership' },
  join_request_own:           { read: 'deciders', list: 'deciders', write: 'candidates', from: 'seed: only that agent’s join request key; spec circles "Join requests"' },
  join_request_own_other_id:  { read: 'deciders', list: 'deciders', write: 'nobody',     from: 'spec circles "Join requests": join requests are for one exact key' },
  join_request_of_another:    { read: 'deciders', list: 'deciders', write: 'nobody',     from: 'seed: only that agent’s join request key' },
  join_approval_own:          { read: 'deciders', list: 'deciders', write: 'deciders about what waits', from: 'seed: eligible members record approvals' },
  join_approval_own_other_id: { read: 'deciders', list: 'deciders', write: 'nobody',     from: 'spec circles "Deciding": approvals are for one exact key' },
  join_approval_of_another:   { read: 'deciders', list: 'deciders', write: 'nobody',     from: 'seed: approvals lie under their reviewer' },
  sibling_manifest:           { read: 'nobody',   list: 'nobody',   write: 'nobody',     from: 'ADR 0045, RAM: a missing slash also matches c10/' },
  sibling_member:             { read: 'nobody',   list: 'nobody',   write: 'nobody',     from: 'ADR 0045, RAM: a missing slash also matches c10/' },
  manifest_slash:             { read: 'nobody',   list: 'nobody',   write: 'nobody',     from: 'ADR 0045, MinIO: a slash after the key' },
  folder_without_slash:       { read: 'nobody',   list: 'nobody',   write: 'nobody',     from: 'ADR 0045, RAM: classic mistakes' },
  all_circles:                { read: 'nobody',   list: 'nobody',   write: 'nobody',     from: 'seed: non-member cannot list the circle prefix' },
};
