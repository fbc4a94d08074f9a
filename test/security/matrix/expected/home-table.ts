import type { ObjectName } from '../object-classes.ts';

interface HomeRow {
  read: boolean;
  list: boolean;
  write: boolean;
  from: string;
}

/** Rights of every admitted agent, regardless of its relations. */
// biome-ignore format: a table is read by its columns
export const homeTable: {
  [Kind in 'registry' | 'prompt_bundle' | 'platform']: Record<ObjectName<Kind>, HomeRow>;
} = {
  registry: {
    card_own:                  { read: true,  list: true,  write: false, from: 'seed: agent cannot write platform-owned Agent Cards' },
    card_of_another:           { read: true,  list: true,  write: false, from: 'seed: admitted agent fetches Agent Card by id' },
    heartbeat_own:             { read: false, list: true,  write: true,  from: 'seed: writes only its own heartbeat; lists agents/heartbeats/' },
    heartbeat_own_wrong_shard: { read: false, list: true,  write: false, from: 'ADR 0001: the shard follows from the id' },
    heartbeat_own_longer:      { read: false, list: true,  write: false, from: 'spec presence "Heartbeats": a heartbeat is one fixed key' },
    heartbeat_of_another:      { read: false, list: true,  write: false, from: 'seed: agent can write only its own heartbeat' },
    presence:                  { read: true,  list: true,  write: false, from: 'spec oss-layout "One table of keys": presence, certified by the platform' },
    all_agents:                { read: false, list: false, write: false, from: 'seed: prompt bundles below it are private' },
    cards_without_slash:       { read: false, list: false, write: false, from: 'ADR 0045, RAM: classic mistakes' },
    neighbour_of_cards:        { read: false, list: false, write: false, from: 'ADR 0045, RAM: a missing slash also matches a10/' },
  },
  prompt_bundle: {
    bundle_own:                { read: true,  list: false, write: false, from: 'seed: agent-private read; the platform writes it' },
    bundle_own_v2:             { read: true,  list: false, write: false, from: 'spec object-schemas "Rollout of a breaking version": a published version opens as the first does' },
    bundle_of_another_v2:      { read: false, list: false, write: false, from: 'seed: agent can read only its own prompt bundle' },
    policies_own:              { read: true,  list: false, write: false, from: 'spec policy-bundles "Certified and for one agent": the platform writes it' },
    policies_own_v2:           { read: true,  list: false, write: false, from: 'spec object-schemas "Rollout of a breaking version": a published version opens as the first does' },
    policies_of_another:       { read: false, list: false, write: false, from: 'spec policy-bundles "Certified and for one agent": readable by that agent alone' },
    policies_of_longer_name:   { read: false, list: false, write: false, from: 'spec policy-bundles "Certified and for one agent": readable by that agent alone' },
    approval_own:              { read: true,  list: false, write: false, from: 'spec run-approvals "Certified for one call": the platform writes it' },
    approval_of_another:       { read: false, list: false, write: false, from: 'spec run-approvals "Certified for one call": readable by that agent alone' },
    approval_of_longer_name:   { read: false, list: false, write: false, from: 'spec run-approvals "Certified for one call": readable by that agent alone' },
    bundle_own_beside:         { read: false, list: false, write: false, from: 'spec access-policies "Least privilege": the smallest policy: one key' },
    bundle_of_another:         { read: false, list: false, write: false, from: 'seed: agent can read only its own prompt bundle' },
    bundle_of_longer_name:     { read: false, list: false, write: false, from: 'seed: agent can read only its own prompt bundle' },
    all_bundles:               { read: false, list: false, write: false, from: 'seed: agent-private' },
  },
  platform: {
    keys:                      { read: true,  list: false, write: false, from: 'spec trust-roots "The key list is signed by root keys": agents read the key list; the platform writes it' },
    timestamp:                 { read: true,  list: false, write: false, from: 'spec trust-roots "Old lists are found out": agents read the timestamp; the platform writes it' },
    policy:                    { read: true,  list: false, write: false, from: 'spec oss-layout "One table of keys": agents read the policy; the platform writes it' },
    neighbour:                 { read: false, list: false, write: false, from: 'ADR 0045, RAM: a missing slash also matches a10/' },
    whole_bucket:              { read: false, list: false, write: false, from: 'seed: least privilege' },
  },
};
