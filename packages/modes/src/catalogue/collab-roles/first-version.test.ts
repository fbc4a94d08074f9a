import { expect, it } from 'vitest';
import { RememberingStory } from '../../testing/stories/remembering-story.ts';
import { claim, done, ownKey, role } from './testing/story.ts';

/** Returns a story with two roles, both done. The platform waits for the deliverable of the first role's agent. */
function integrating(): RememberingStory {
  const rules = { roles: [role('lead'), role('copy')], deliverable_policy: 'lead_artifact' };
  const story = new RememberingStory('collab_roles', rules, 1);
  claim(story, 'ada', 'lead');
  claim(story, 'bo', 'copy');
  expect([done(story, 'bo', 'copy'), done(story, 'ada', 'lead')]).toEqual(['accepted', 'accepted']);
  expect(story.state.phase).toBe('integrating');
  return story;
}

it('only the first role submits, in both versions', () => {
  const story = integrating();
  expect(done(story, 'bo', 'copy', ownKey('bo', 'role_copy_0001'))).toBe('already_done');
  expect(done(story, 'ada', 'lead')).toBe('missing_pointer');
  expect(done(story, 'ada', 'lead', ownKey('bo', 'role_copy_0001'))).toBe('foreign_pointer');
  expect(done(story, 'ada', 'lead', ownKey('ada'))).toBe('accepted');
  expect(story.state).toMatchObject({ phase: 'reviewing', deliverable: { agent_id: 'ada' } });
  expect(done(story, 'ada', 'lead', ownKey('ada'))).toBe('wrong_phase');
});
