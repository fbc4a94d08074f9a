import type { z } from 'zod';
import type { Endpoint, ParameterName } from '../endpoints/endpoint.ts';
import { type Permission, permissions } from '../users/roles.ts';

/**
 * Callers that a route admits:
 * - `everybody`: no credential is read.
 * - `viewer`: anonymous if the home allows it; a token or a session shows more.
 * - `agent`: the signature of a registered agent.
 * - `new_agent`: the signature of the key in the body, with or without the token of an owner.
 * - `agent_or_owner`: the signature of a registered agent, or a token or user that reads the office or answers for an owner.
 * - `store`: the event token of the object store.
 * - `signed_in`: any token or session, for requests that concern only the caller.
 * - `metrics`: a metrics token, or a token or user that may read operations.
 * - A list: tokens and users with one of these permissions.
 */
export type Access = 'everybody' | 'viewer' | 'agent' | 'new_agent' | 'store' | UserAccess;

/** Access by a permission of a token or user. */
export type UserAccess = 'signed_in' | 'metrics' | 'agent_or_owner' | readonly Permission[];

/** Content without a schema: text, JSON as stored in the bucket, or bytes of an artifact. */
export type ContentKind = 'text' | 'object' | 'bytes';

interface RouteDetails {
  access: Access;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Schemas of JSON responses by status. */
  responses?: Readonly<Record<number, z.ZodType>>;
  /** Media types of a 200 response that is not JSON with a schema. */
  content?: Readonly<Record<string, ContentKind>>;
  /**
   * True if a request is executed at most once per `Idempotency-Key` and caller: a repeat within a day gets the first response, and
   * the key with another body is rejected.
   */
  isDoneOnce?: true;
  /** True if the document lists 304 for callers that have the response already. */
  isConditional?: true;
  /** True for routes that stores, probes and scrapers call, which may append query parameters of their own. */
  ignoresUnknownQuery?: true;
  /** True for routes that the OpenAPI document leaves out. */
  isHidden?: true;
}

/** One route of the API: everything that servers and clients agree on. */
export interface Route extends Endpoint, RouteDetails {}

/** Schema for each parameter of the path; absent if it has none. */
type ParametersOf<Path extends string> = [ParameterName<Path>] extends [never]
  ? { params?: never }
  : { params: z.ZodObject<Record<ParameterName<Path>, z.ZodType>> };

/** Adds the details to an endpoint. A path parameter without a schema is a type error. */
export function defineRoute<
  const At extends Endpoint,
  const Details extends RouteDetails & ParametersOf<At['path']>,
>(endpoint: At, details: Details): At & Details {
  return { ...endpoint, ...details };
}

/** Returns the permissions of which a token or user needs one; undefined for routes of other callers. */
export function permissionsFor(access: UserAccess): readonly Permission[];
export function permissionsFor(access: Access): readonly Permission[] | undefined;
export function permissionsFor(access: Access): readonly Permission[] | undefined {
  if (access === 'metrics') return ['operations.read'];
  if (access === 'agent_or_owner') return ['office.read', 'own'];
  if (access === 'signed_in') return Object.keys(permissions) as Permission[];
  return typeof access === 'string' ? undefined : access;
}
