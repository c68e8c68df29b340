import autocannon, { type Request, type Result } from 'autocannon';

const CONNECTIONS = 10;
const END_CHECK_MS = 50;

/** The outcome of one load run. */
export interface Sample {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

export interface Target {
  url: string;
  headers?: Record<string, string>;
  /** Requests to cycle through instead of repeating one; each adds to `headers`. */
  requests?: Request[];
  /** Status that every response must have; defaults to 200. */
  status?: number;
  /** Number of connections, each with one request at a time; defaults to ten. */
  connections?: number;
}

/**
 * Keeps connections busy for some seconds. Throws if any response is not as expected.
 */
export async function load(target: Target, seconds: number): Promise<Sample> {
  const { url, headers = {}, requests, status = 200, connections = CONNECTIONS } = target;
  const times: number[] = [];
  let begun = 0;
  let ended = 0;
  const result = await new Promise<Result>((done, failed) => {
    const run = autocannon(
      {
        url,
        headers,
        connections,
        duration: seconds,
        sampleInt: END_CHECK_MS,
        timeout: 5,
        ...(requests
          ? { requests: requests.map((request) => ({ ...request, headers: { ...headers, ...request.headers } })) }
          : {}),
      },
      (error, outcome) => (error ? failed(error) : done(outcome)),
    );
    run.on('start', () => (begun = performance.now()));
    run.on('response', (_client, _status, _bytes, ms) => {
      times.push(ms);
      ended = performance.now();
    });
  });
  const expected = result.statusCodeStats[String(status)]?.count ?? 0;
  if (result.errors > 0 || expected !== times.length || times.length === 0)
    throw new Error(
      `${url} answered ${JSON.stringify(result.statusCodeStats)} with ${result.errors} errors; ${status} was expected`,
    );
  const sorted = times.toSorted((a, b) => a - b);
  return {
    requestsPerSecond: (1000 * times.length) / (ended - begun),
    p50Ms: sorted[Math.floor(sorted.length / 2)]!,
    p99Ms: sorted[Math.floor(sorted.length * 0.99)]!,
  };
}
