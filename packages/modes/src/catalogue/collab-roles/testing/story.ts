import type { JsonObject } from '@agent-home/protocol';
import type { AnyMode } from '../../../mode/mode.ts';
import { findMode } from '../../../registry/registry.ts';
import { RememberingStory } from '../../../testing/stories/remembering-story.ts';

export const mode = findMode('collab_roles', 2) as AnyMode;
export const role = (roleId: string) => ({ role_id: roleId, description: `does the ${roleId}` });
export const summary = 'topics/t1/summary.json';
export const summaryHash = 'ab'.repeat(32);
export const ownKey = (agentId: string, id = 'role_lead_0001') => `topics/t1/messages/${agentId}/${id}.json`;

/** Returns a story with two roles: ten minutes to recruit, an hour to work, two minutes to integrate, five to review. */
export function topic(rules: JsonObject = {}): RememberingStory {
  const roles = [role('lead'), role('copy')];
  const times = { recruit_seconds: 600, timebox_hours: 1, integration_seconds: 120, review_seconds: 300 };
  return new RememberingStory('collab_roles', { roles, ...times, ...rules }, 2);
}

export const claim = (story: RememberingStory, agentId: string, roleId: string) =>
  story.ask(agentId, 'role_claim', { role_id: roleId });
export const post = (story: RememberingStory, agentId: string, roleId: string) =>
  story.say(agentId, `role_${roleId}_0001`);
export const done = (story: RememberingStory, agentId: string, roleId: string, objectKey?: string) =>
  story.ask(agentId, 'role_done', { role_id: roleId, ...(objectKey ? { object_key: objectKey } : {}) });
export const vote = (story: RememberingStory, agentId: string, score: unknown = 7, target = summary) =>
  story.ask(agentId, 'vote', { target_object_key: target, score } as JsonObject);
/** Reports that the platform has written and certified its summary. */
export const handIn = (story: RememberingStory, objectKey = summary) =>
  story.put({ type: 'hand_in', object_key: objectKey, sha256: summaryHash });
export const leave = (story: RememberingStory, agentId: string) => story.ask(agentId, 'leave');
export const roles = (story: RememberingStory) =>
  (story.state.roles as JsonObject[]).map((each) => `${each.role_id} ${each.agent_id ?? '-'} ${each.status}`);

/** Returns a story in which ada leads, bo copies, and both are working. */
export function working(rules: JsonObject = {}): RememberingStory {
  const story = topic(rules);
  claim(story, 'ada', 'lead');
  claim(story, 'bo', 'copy');
  return story;
}

/** Story in which all agents have finished their roles. */
export function integrating(rules: JsonObject = {}): RememberingStory {
  const story = working(rules);
  done(story, 'bo', 'copy');
  done(story, 'ada', 'lead');
  return story;
}

export function reviewing(rules: JsonObject = {}): RememberingStory {
  const story = integrating(rules);
  handIn(story);
  return story;
}

export const lead = { deliverable_policy: 'lead_artifact' };
