import type { EmulatorFaults } from './faults.ts';

/** A RAM user with a permanent access key. The policy decides on `oss:*` and `sts:AssumeRole` alike. */
export interface EmulatedUser {
  accessKeyId: string;
  accessKeySecret: string;
  name: string;
  /** A RAM policy document. */
  policy: string;
}

/** A RAM role that users of the emulator may assume. */
export interface EmulatedRole {
  /** For example `acs:ram::ACCOUNT:role/NAME`. */
  arn: string;
  /** RAM policy document with the maximum rights of a session of this role. */
  policy: string;
  /** Default 3600, as in RAM. */
  maxSessionSeconds?: number;
  /** Names of the users that may assume it. */
  trusts: string[];
}

/** Target of object events, in the form of an SMQ (MNS) topic subscription. */
export interface EventTarget {
  /** http URL; may hold a secret path, so it never reaches a log. */
  url: string;
  topic?: string;
  subscription?: string;
}

/** Settings of an emulator. */
export interface OssEmulatorOptions {
  /** Created if missing. Acknowledged writes in it survive kill -9. */
  dataDirectory: string;
  /** Default 127.0.0.1. */
  host?: string;
  /** Default 0: any free port. */
  ossPort?: number;
  /** Default 0: any free port. */
  stsPort?: number;
  /** Created at start when missing, private, with public access blocked. */
  bucket: string;
  /** Default `cn-local`. Part of every V4 signature. */
  region?: string;
  /** Default `1000000000000001`. */
  accountId?: string;
  users: EmulatedUser[];
  roles: EmulatedRole[];
  /** Absent for no events. */
  events?: EventTarget;
  /**
   * Milliseconds; default `Date.now`. The store's idea of now: token expiry, presigned expiry, Last-Modified,
   * lifecycle, `acs:CurrentTime`. Not the 15 minute window of signed dates: real clients stamp those with the
   * machine's time, so they are held against the machine's time.
   */
  clock?: () => number;
  /** Receives one structured entry per request, which never contains a policy, token, signature or STS query string. */
  log?: (entry: Record<string, unknown>) => void;
  /** AssumeRole calls answered per second before `Throttling.Api`. Default: no limit. */
  assumeRolePerSecond?: number;
  /** Planned faults; default: no faults. */
  faults?: EmulatorFaults;
}

/** A running emulator. */
export interface OssEmulator {
  /** `http://localhost:PORT`: a name, because ali-oss invents a virtual host for a bare IP address. */
  ossEndpoint: string;
  /** `127.0.0.1:PORT` in the form that the STS client expects, with protocol `HTTP`. */
  stsEndpoint: string;
  /** PEM of the X.509 certificate that verifies pushed events. */
  certificateUrl: string;
  /** Deletes everything that the lifecycle rules have expired by now. Returns the numbers of deleted objects and uploads. */
  applyLifecycle(): Promise<number>;
  /** Replaces the push target. Undelivered events are sent to the new one, or dropped without one. */
  setEvents(target: EventTarget | undefined): void;
  /** Rejects new requests, finishes those in flight within a time limit, and writes nothing afterwards. */
  close(): Promise<void>;
}
