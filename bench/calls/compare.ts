import { load, type Sample } from '../load.ts';
import { servers, type ServerName, type Stage } from '../stage/stage.ts';
import type { CallName } from '../stage/statements.ts';
import { median } from '../timing.ts';

export interface Pace {
  rounds: number;
  warmUpSeconds: number;
  /** Duration of one load run. */
  seconds: number;
}

export interface CallResult {
  call: CallName;
  bytes: number;
  /** Medians over the rounds. */
  samples: Record<ServerName, Sample>;
  /**
   * Median over the rounds of the ratio of responses per second. Drift of the machine affects it less than it affects
   * the numbers.
   */
  ratioToRaw: number;
  ratioToStatic: number;
  /** Smallest and largest ratio to the raw server in any round. */
  spread: [number, number];
}

/**
 * Measures every call on the three servers alternately, round by round, so that other load on the machine affects all
 * of them equally.
 */
export async function compareServers(stage: Stage, pace: Pace, log: (step: string) => void): Promise<CallResult[]> {
  const rounds = stage.statements.map(() => [] as Array<Record<ServerName, Sample>>);
  for (let round = 0; round <= pace.rounds; round += 1) {
    log(round === 0 ? 'Warming up' : `Measuring, round ${round} of ${pace.rounds}`);
    for (const [index, { path }] of stage.statements.entries()) {
      const samples: Partial<Record<ServerName, Sample>> = {};
      // Rotates the order, so that every server is first, second and last equally often.
      for (const server of servers.map((_, position) => servers[(position + round) % servers.length]!)) {
        const target = { url: stage.urls[server] + path, ...(server === 'portal' ? { headers: stage.headers } : {}) };
        samples[server] = await load(target, round === 0 ? pace.warmUpSeconds : pace.seconds);
      }
      if (round > 0) rounds[index]!.push(samples as Record<ServerName, Sample>);
    }
  }
  return stage.statements.map(({ name, path }, index) => summarise(name, stage.bytes[path]!, rounds[index]!));
}

function summarise(call: CallName, bytes: number, rounds: Array<Record<ServerName, Sample>>): CallResult {
  const ratios = (other: ServerName) =>
    rounds.map((round) => round.portal.requestsPerSecond / round[other].requestsPerSecond);
  return {
    call,
    bytes,
    samples: {
      portal: medianSample(rounds.map(({ portal }) => portal)),
      raw: medianSample(rounds.map(({ raw }) => raw)),
      static: medianSample(rounds.map((round) => round.static)),
    },
    ratioToRaw: median(ratios('raw')),
    ratioToStatic: median(ratios('static')),
    spread: [Math.min(...ratios('raw')), Math.max(...ratios('raw'))],
  };
}

export function medianSample(samples: Sample[]): Sample {
  return {
    requestsPerSecond: median(samples.map((sample) => sample.requestsPerSecond)),
    p50Ms: median(samples.map((sample) => sample.p50Ms)),
    p99Ms: median(samples.map((sample) => sample.p99Ms)),
  };
}
