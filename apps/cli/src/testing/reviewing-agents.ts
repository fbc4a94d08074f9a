/**
 * Rules of a scripted model: `main` delegates the review of `note.txt` to the agent `reviewer`, which reads it.
 * @param word word in the message of the user that starts it
 */
export const reviewingRules = (word: string) => `
  - when: { system: You review, after: { tool: read_file } }
    answer: The note says hello.
  - when: { system: You review }
    answer: { calls: [{ tool: read_file, arguments: { path: note.txt } }] }
  - when: { after: { tool: delegate } }
    answer: The reviewer agrees.
  - when: { user: ${word} }
    answer: { calls: [{ tool: delegate, arguments: { tasks: [{ agent: reviewer, task: Review note.txt. }] } }] }
`;

/** Definition of the agent `reviewer`. */
export const reviewer = `---
kind: agent
name: reviewer
title: Reviewer
description: Reviews texts for errors.
tools: { allow: [read_file] }
---
You review.
`;
