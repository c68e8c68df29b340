/** The part of autocannon 9 that we use; the package ships no types. Source: its README.md. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  export interface Request {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    /** Makes the request that is sent, each time. */
    setupRequest?: (request: Request) => Request;
  }
  export interface Options extends Request {
    url: string;
    connections: number;
    /** Seconds. */
    duration?: number;
    /** Requests, in place of a duration. */
    amount?: number;
    /** Milliseconds between the moments at which the end is looked for. */
    sampleInt?: number;
    /** Every connection sends these in turn, instead of the same request again. */
    requests?: Request[];
    /** Seconds after which a request has failed. */
    timeout?: number;
    /** Gets each connection before it sends anything; it emits `headers` as [name, value, name, value…]. */
    setupClient?: (client: Client) => void;
  }
  export interface Client extends EventEmitter {
    on(event: 'headers', listener: (head: { statusCode: number; headers: string[] }) => void): this;
  }
  export interface Result {
    errors: number;
    non2xx: number;
    /** Connections that the server closed. */
    resets: number;
    statusCodeStats: Record<string, { count: number }>;
  }
  /** Emits `response` with client, status, bytes and the time in ms. */
  export interface Run extends EventEmitter {
    on(event: 'response', listener: (client: unknown, status: number, bytes: number, ms: number) => void): this;
    on(event: 'start', listener: () => void): this;
  }
  export default function autocannon(options: Options, done: (error: Error | null, result: Result) => void): Run;
}
