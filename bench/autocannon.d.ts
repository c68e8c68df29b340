/** The part of autocannon 9 that we use; the package ships no types. Source: its README.md. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  export interface Request {
    method?: string;
    path?: string;
    body?: string;
    headers?: Record<string, string>;
    /** Called before each request; returns the request to send. */
    setupRequest?: (request: Request) => Request;
  }
  export interface Options extends Request {
    url: string;
    connections: number;
    /** Seconds. */
    duration?: number;
    /** Number of requests, instead of a duration. */
    amount?: number;
    /** Milliseconds between checks whether the run is over. */
    sampleInt?: number;
    /** Each connection cycles through these instead of repeating one request. */
    requests?: Request[];
    /** Seconds after which a request counts as failed. */
    timeout?: number;
    /** Called with each connection before it sends anything. It emits `headers` as [name, value, name, value…]. */
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
