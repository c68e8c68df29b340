import type { Request } from 'autocannon';
import { medianSample, type Pace } from '../calls/compare.ts';
import { load, loadOnce, type Sample, type Target } from '../load.ts';
import { median } from '../timing.ts';
import { mainThreadMs, treeCpuMs } from './processes.ts';

/** A server that takes part in a comparison. */
export interface Side extends Target {
  /** Process ids of the server, and of the PostgreSQL that it uses. */
  pid: number;
  postgresPid: number;
  /**
   * The requests of a round, each of which is sent once; otherwise `requests` are repeated for some seconds. Round 0 is
   * the warm-up.
   */
  requestsOf?: (round: number) => Request[];
}

export interface Contest {
  portal: Side;
  /** What the portal is compared with. */
  base: Side;
  floor?: Side;
}

export interface SideResult extends Sample {
  /** CPU milliseconds per call of all processes and threads of the server, of its main thread, and of PostgreSQL. */
  serverCpuMs: number;
  mainThreadMs: number;
  postgresCpuMs: number;
}

export interface PairResult {
  /** Medians over the rounds. */
  portal: SideResult;
  base: SideResult;
  floor?: SideResult;
  /** Median over the rounds of the ratio of responses per second. */
  ratio: number;
  /** Lowest and highest ratio in any round. */
  spread: [number, number];
  /** Median ratio to `floor`. */
  toFloor?: number;
}

type Name = keyof Contest;

/** Measures the servers alternately, round by round, so that other load on the machine affects all equally. */
export async function comparePair(contest: Contest, connections: number, pace: Pace): Promise<PairResult> {
  const names = (['portal', 'base', 'floor'] as const).filter((name) => contest[name]);
  const rounds: Array<Partial<Record<Name, SideResult>>> = [];
  for (let round = 0; round <= pace.rounds; round += 1) {
    const results: Partial<Record<Name, SideResult>> = {};
    for (const name of round % 2 === 0 ? names : names.toReversed())
      results[name] = await takeTurn(contest[name]!, connections, round, pace);
    if (round > 0) rounds.push(results);
  }
  const of = (name: Name) => rounds.map((results) => results[name]!);
  const ratiosTo = (name: Name) =>
    of('portal').map(({ requestsPerSecond }, index) => requestsPerSecond / of(name)[index]!.requestsPerSecond);
  const ratios = ratiosTo('base');
  return {
    portal: medianResult(of('portal')),
    base: medianResult(of('base')),
    ratio: median(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)],
    ...(contest.floor && { floor: medianResult(of('floor')), toFloor: median(ratiosTo('floor')) }),
  };
}

async function takeTurn(side: Side, connections: number, round: number, pace: Pace): Promise<SideResult> {
  const read = () => [treeCpuMs(side.pid), mainThreadMs(side.pid), treeCpuMs(side.postgresPid)] as const;
  const before = read();
  const { calls, ...sample } = side.requestsOf
    ? await loadOnce({ ...side, connections, requests: side.requestsOf(round) })
    : await load({ ...side, connections }, round === 0 ? pace.warmUpSeconds : pace.seconds);
  const [serverCpuMs, main, postgresCpuMs] = read().map((ms, index) => (ms - before[index]!) / calls);
  return { ...sample, serverCpuMs: serverCpuMs!, mainThreadMs: main!, postgresCpuMs: postgresCpuMs! };
}

const medianResult = (results: SideResult[]): SideResult => ({
  ...medianSample(results),
  serverCpuMs: median(results.map(({ serverCpuMs }) => serverCpuMs)),
  mainThreadMs: median(results.map((result) => result.mainThreadMs)),
  postgresCpuMs: median(results.map(({ postgresCpuMs }) => postgresCpuMs)),
});
