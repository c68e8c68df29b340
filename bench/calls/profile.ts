import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { load } from '../load.ts';
import type { Stage } from '../stage/stage.ts';

/** The part of V8's CPU profile that we read. Times in microseconds. */
interface CpuProfile {
  nodes: Array<{ id: number; callFrame: { functionName: string; url: string }; children?: number[] }>;
  samples: number[];
  timeDeltas: number[];
  /** On the same monotonic clock as process.hrtime. */
  startTime: number;
}

/** Where a server's time goes, in microseconds per response, largest first. */
export type TimeByPart = Map<string, number>;

const WARM_UP_SECONDS = 1;
const WAITING = '(idle)';

/** Puts another server of each kind under load with the detail call and V8's profiler, and sums up time by package. */
export async function profileDetail(stage: Stage, seconds: number): Promise<Record<'portal' | 'raw', TimeByPart>> {
  return { portal: await profile(stage, 'portal', seconds), raw: await profile(stage, 'raw', seconds) };
}

async function profile(stage: Stage, name: 'portal' | 'raw', seconds: number): Promise<TimeByPart> {
  const folder = join(stage.folder, `profile-${name}`);
  mkdirSync(folder);
  const { path } = stage.statements.find((statement) => statement.name === 'detail')!;
  const server = await stage.startAnother(name, ['--cpu-prof', `--cpu-prof-dir=${folder}`]);
  const target = { url: server.url + path, ...(name === 'portal' ? { headers: stage.headers } : {}) };
  await load(target, WARM_UP_SECONDS);
  const begunUs = monotonicUs();
  const { requestsPerSecond } = await load(target, seconds);
  const endedUs = monotonicUs();
  await server.stop();
  const [file = ''] = readdirSync(folder);
  const recorded = JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile;
  return timeByPart(recorded, { begunUs, endedUs, answers: seconds * requestsPerSecond });
}

const monotonicUs = (): number => Number(process.hrtime.bigint() / 1000n);

function timeByPart(
  { nodes, samples, timeDeltas, startTime }: CpuProfile,
  span: { begunUs: number; endedUs: number; answers: number },
): TimeByPart {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parts = new Map<number, string>();
  const assign = (id: number, callers: string): void => {
    const node = byId.get(id)!;
    const part = partOf(node.callFrame) ?? callers;
    parts.set(id, part);
    for (const child of node.children ?? []) assign(child, part);
  };
  assign(nodes[0]!.id, 'Node.js');
  const times = new Map<string, number>();
  let atUs = startTime;
  for (const [index, id] of samples.entries()) {
    const part = parts.get(id)!;
    const deltaUs = timeDeltas[index]!;
    atUs += deltaUs;
    if (atUs >= span.begunUs && atUs <= span.endedUs) times.set(part, (times.get(part) ?? 0) + deltaUs / span.answers);
  }
  times.delete(WAITING);
  return new Map([...times].sort((a, b) => b[1] - a[1]));
}

/** Undefined for Node's own and native functions, whose time counts for their caller. */
function partOf({ functionName, url }: CpuProfile['nodes'][number]['callFrame']): string | undefined {
  if (['(garbage collector)', '(program)', WAITING].includes(functionName)) return functionName;
  const library = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (library !== undefined) return library;
  const own = /\/(?:apps\/server\/src|packages|bench)\/(.*)$/.exec(url)?.[1];
  return own === undefined ? undefined : `our ${own}`;
}
