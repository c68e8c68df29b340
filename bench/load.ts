import autocannon, { type Request, type Result } from 'autocannon';

const CONNECTIONS = 10;
const END_CHECK_MS = 50;
const TIMEOUT_S = 10;

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

/** A sample and how many responses it is made of. */
export type CountedSample = Sample & { calls: number };

/**
 * Keeps connections busy for some seconds. Each connection cycles through the requests from the first. Throws if any
 * response is not as expected.
 */
export function load(target: Target, seconds: number): Promise<CountedSample> {
  const { headers = {}, requests } = target;
  return run(target, {
    duration: seconds,
    ...(requests
      ? { requests: requests.map((request) => ({ ...request, headers: { ...headers, ...request.headers } })) }
      : {}),
  });
}

/** Sends each request once, in order, over all connections together. Throws if any response is not as expected. */
export async function loadOnce(target: Target & { requests: Request[] }): Promise<CountedSample> {
  const { headers = {}, requests, connections = CONNECTIONS } = target;
  let sent = 0;
  const setupRequest = (request: Request): Request => {
    const next = requests[sent];
    sent += 1;
    if (!next) throw new Error('More requests were sent than given');
    return { ...request, ...next, headers: { ...headers, ...next.headers } };
  };
  const sample = await run(
    { ...target, connections: Math.min(connections, requests.length) },
    { amount: requests.length, requests: [{ setupRequest }] },
  );
  if (sample.calls !== requests.length || sent !== requests.length)
    throw new Error(`${target.url} answered ${sample.calls} of ${requests.length} requests, and ${sent} were sent`);
  return sample;
}

async function run(
  { url, headers = {}, status = 200, connections = CONNECTIONS }: Target,
  how: { duration?: number; amount?: number; requests?: Request[] },
): Promise<CountedSample> {
  const times: number[] = [];
  let begun = 0;
  let ended = 0;
  const result = await new Promise<Result>((done, failed) => {
    const started = autocannon(
      { url, headers, connections, sampleInt: END_CHECK_MS, timeout: TIMEOUT_S, ...how },
      (error, outcome) => (error ? failed(error) : done(outcome)),
    );
    started.on('start', () => (begun = performance.now()));
    started.on('response', (_client, _status, _bytes, ms) => {
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
    calls: times.length,
    requestsPerSecond: (1000 * times.length) / (ended - begun),
    p50Ms: sorted[Math.floor(sorted.length / 2)]!,
    p99Ms: sorted[Math.floor(sorted.length * 0.99)]!,
  };
}
