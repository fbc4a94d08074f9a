import type { Transport } from '@modelcontextprotocol/client';

/** End of the connection, if we did not close it. */
export type TransportEnd = 'ended' | 'flooded';

/** Way to one server, used for one connection: its process or its address. */
export interface ServerLink {
  readonly transport: Transport;
  /** Process id of the server, so that tests can end it. */
  readonly pid?: number | undefined;
  /** End of the connection, if we did not close it. */
  readonly end: TransportEnd;
  /** Lines that were no messages. */
  readonly nonsense: number;
  /** End of the server's error output; empty for a remote server. */
  readonly errorOutput: string;
  close(): Promise<void>;
}
