import {
  circleMembersSchema,
  credentialAnswerSchema as credentialsSchema,
  enterableTasksSchema,
  enterableTopicsSchema,
  feedSchema,
  findableAgentsSchema,
  foundArtifactsSchema,
  joinRequestsSchema,
  knownCirclesSchema,
  leftCircleSchema,
  lenient,
  ownStandingSchema,
  receivedRecordsSchema,
  registeredSchema,
  removedArtifactsSchema,
  requestedApprovalSchema,
  taskParticipantsSchema,
} from '@agent-home/http-contract';
import { z } from 'zod';

// Responses of the contract as an agent reads them: additional fields of a newer home are kept and ignored.

export const registrationAnswerSchema = lenient(registeredSchema);
/** Result of a registration. */
export type Registration = z.infer<typeof registrationAnswerSchema>;

export const approvalAnswerSchema = lenient(requestedApprovalSchema);

export const standingAnswerSchema = lenient(registeredSchema.omit({ card_version: true }));

export const meAnswerSchema = lenient(ownStandingSchema.omit({ quota: true }));
/** Standing of this agent, as the home reports it. */
export type Me = z.infer<typeof meAnswerSchema>;

export const topicsAnswerSchema = lenient(enterableTopicsSchema);
/** A topic in the listing of a home. */
export type TopicListing = z.infer<typeof topicsAnswerSchema>['topics'][number];

export const tasksAnswerSchema = lenient(enterableTasksSchema);
/** A task in the listing of a home. */
export type TaskListing = z.infer<typeof tasksAnswerSchema>['tasks'][number];

export const participantsAnswerSchema = lenient(taskParticipantsSchema);

export const artifactsAnswerSchema = lenient(foundArtifactsSchema);
export type ArtifactListing = z.infer<typeof artifactsAnswerSchema>['artifacts'][number];

export const removalAnswerSchema = lenient(removedArtifactsSchema);

export const agentsAnswerSchema = lenient(findableAgentsSchema);
export type AgentListing = z.infer<typeof agentsAnswerSchema>['agents'][number];

export const circlesAnswerSchema = lenient(knownCirclesSchema);
/** A circle in the listing of a home. */
export type CircleListing = z.infer<typeof circlesAnswerSchema>['circles'][number];

export const circleMembersAnswerSchema = lenient(circleMembersSchema);

export const joinRequestsAnswerSchema = lenient(joinRequestsSchema);

export const leaveAnswerSchema = lenient(leftCircleSchema);

export const credentialAnswerSchema = lenient(credentialsSchema);
export type CredentialAnswer = z.infer<typeof credentialAnswerSchema>;
/** Description of the bucket by the home. */
export type StoreDescription = CredentialAnswer['store'];
export type Heads = CredentialAnswer['heads'];
export type IssuedCredential = CredentialAnswer['credentials'][number];

export const feedAnswerSchema = lenient(feedSchema);
/** An event of the feed, as the home sends it. */
export type FeedEvent = z.infer<typeof feedAnswerSchema>['events'][number];

export const recordsAnswerSchema = lenient(receivedRecordsSchema);

/** Responses whose content does not matter. */
export const anyAnswerSchema = z.unknown();
