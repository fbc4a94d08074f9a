import type { Transport } from '@modelcontextprotocol/client';

/** End of the connection, if we did not close it. */
export type TransportEnd = 'ended' | 'flooded';

/** Way to one server, used for one connection: its process or its address. */
export interface ServerLink {
  readonly transport: Transport;
  /** Process of the server, which tests end. */
  readonly pid?: number | undefined;
  /** End of the connection, if we did not close it. */
  readonly end: TransportEnd;
  /** Lines that were no messages. */
  readonly nonsense: number;
  /** End of what the server wrote on its error output; empty for an address. */
  readonly errorOutput: string;
  close(): Promise<void>;
}
