import type { Pace } from './compare.ts';
import { medianSample } from './compare.ts';
import { load, type Sample, type Target } from '../load.ts';
import type { Stage } from '../stage/stage.ts';
import { median } from '../timing.ts';

const FIRST_CALLS = 100;

export interface Costs {
  /** The detail call in other variants. */
  ways: Array<{ way: string; sample: Sample; ratioToPlain: number }>;
  /** Median ms of sequential calls: each person's first call with new tokens, and later calls. */
  firstCallMs: number;
  laterCallMs: number;
}

/** What variants of the same detail call cost: compressed, not modified, with tokens not seen before. */
export async function measureCosts(stage: Stage, pace: Pace): Promise<Costs> {
  const url = stage.urls.portal + stage.statements.find(({ name }) => name === 'detail')!.path;
  const plain = await fetch(url, { headers: { ...stage.headers, 'accept-encoding': 'identity' } });
  await plain.arrayBuffer();
  const targets: Array<{ way: string } & Target> = [
    { way: 'plain', url, headers: stage.headers },
    {
      way: 'compressed, as browsers ask for it',
      url,
      headers: { ...stage.headers, 'accept-encoding': 'gzip, deflate, br, zstd' },
    },
    {
      way: 'unchanged since last time (304)',
      url,
      headers: { ...stage.headers, 'if-none-match': plain.headers.get('etag')! },
      status: 304,
    },
  ];
  const samples = targets.map(() => [] as Sample[]);
  for (let round = 0; round < pace.rounds; round += 1)
    for (const [index, target] of targets.entries()) samples[index]!.push(await load(target, pace.seconds));
  return {
    ways: targets.map(({ way }, index) => ({
      way,
      sample: medianSample(samples[index]!),
      ratioToPlain: median(
        samples[index]!.map((sample, round) => sample.requestsPerSecond / samples[0]![round]!.requestsPerSecond),
      ),
    })),
    ...(await measureFirstCalls(stage, url)),
  };
}

async function measureFirstCalls(stage: Stage, url: string): Promise<{ firstCallMs: number; laterCallMs: number }> {
  const first: number[] = [];
  const later: number[] = [];
  for (let i = 0; i < FIRST_CALLS; i += 1) {
    const headers = await stage.newHeaders();
    for (const times of [first, later]) {
      const begun = performance.now();
      await (await fetch(url, { headers })).arrayBuffer();
      times.push(performance.now() - begun);
    }
  }
  return { firstCallMs: median(first), laterCallMs: median(later) };
}
