import { load, type Sample, type Target } from '../load.ts';
import { median } from '../timing.ts';
import { medianSample, type Pace } from '../calls/compare.ts';

export interface Pair {
  portal: Target;
  plain: Target;
}

export interface PairResult {
  /** Medians over the rounds. */
  portal: Sample;
  plain: Sample;
  /** Median over the rounds of the ratio of responses per second. */
  ratio: number;
  /** Lowest and highest ratio in any round. */
  spread: [number, number];
}

/** Measures both servers alternately, round by round, so that other load on the machine affects both equally. */
export async function comparePair({ portal, plain }: Pair, connections: number, pace: Pace): Promise<PairResult> {
  const samples = { portal: [] as Sample[], plain: [] as Sample[] };
  for (let round = 0; round <= pace.rounds; round += 1) {
    const seconds = round === 0 ? pace.warmUpSeconds : pace.seconds;
    const turn = {
      portal: () => load({ ...portal, connections }, seconds),
      plain: () => load({ ...plain, connections }, seconds),
    };
    const order = round % 2 === 0 ? (['portal', 'plain'] as const) : (['plain', 'portal'] as const);
    for (const server of order) {
      const sample = await turn[server]();
      if (round > 0) samples[server].push(sample);
    }
  }
  const ratios = samples.portal.map(
    ({ requestsPerSecond }, round) => requestsPerSecond / samples.plain[round]!.requestsPerSecond,
  );
  return {
    portal: medianSample(samples.portal),
    plain: medianSample(samples.plain),
    ratio: median(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)],
  };
}
