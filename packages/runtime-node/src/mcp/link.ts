import type { Transport } from '@modelcontextprotocol/client';

/** How the connection came to its end, when it was not we who closed it. */
export type TransportEnd = 'ended' | 'flooded';

/** Way to one server, used for one connection: its process or its address. */
export interface ServerLink {
  readonly transport: Transport;
  /** Process of the server, which tests end. */
  readonly pid?: number | undefined;
  /** How the connection came to its end, if it was not closed by us. */
  readonly end: TransportEnd;
  /** Lines that were no messages. */
  readonly nonsense: number;
  /** End of what the server wrote on its error output; empty for an address. */
  readonly errorOutput: string;
  close(): Promise<void>;
}
