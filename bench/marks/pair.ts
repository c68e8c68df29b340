import { load, type Sample, type Target } from '../load.ts';
import { median } from '../timing.ts';
import { medianSample, type Pace } from '../calls/compare.ts';

export interface Pair {
  portal: Target;
  limit: Target;
}

export interface PairResult {
  /** Medians over the rounds. */
  portal: Sample;
  limit: Sample;
  /** Median over the rounds of the ratio of responses per second. */
  ratio: number;
  /** Lowest and highest ratio in any round. */
  spread: [number, number];
}

/** Measures both servers alternately, round by round, so that other load on the machine affects both equally. */
export async function comparePair({ portal, limit }: Pair, connections: number, pace: Pace): Promise<PairResult> {
  const samples = { portal: [] as Sample[], limit: [] as Sample[] };
  for (let round = 0; round <= pace.rounds; round += 1) {
    const seconds = round === 0 ? pace.warmUpSeconds : pace.seconds;
    const turn = {
      portal: () => load({ ...portal, connections }, seconds),
      limit: () => load({ ...limit, connections }, seconds),
    };
    const order = round % 2 === 0 ? (['portal', 'limit'] as const) : (['limit', 'portal'] as const);
    for (const server of order) {
      const sample = await turn[server]();
      if (round > 0) samples[server].push(sample);
    }
  }
  const ratios = samples.portal.map(
    ({ requestsPerSecond }, round) => requestsPerSecond / samples.limit[round]!.requestsPerSecond,
  );
  return {
    portal: medianSample(samples.portal),
    limit: medianSample(samples.limit),
    ratio: median(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)],
  };
}
