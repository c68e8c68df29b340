import autocannon, { type Request, type Result } from 'autocannon';

const CONNECTIONS = 10;
const END_CHECK_MS = 50;

/** What one stretch of load showed. */
export interface Sample {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

export interface Target {
  url: string;
  headers?: Record<string, string>;
  /** Taken in turn instead of the same request again, each on top of `headers`. */
  requests?: Request[];
  /** Status that every answer must have; 200 unless given. */
  status?: number;
  /** Each with one request at a time; ten unless given. */
  connections?: number;
}

/**
 * Keeps connections busy for some seconds. Throws when any answer is not as expected.
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
