/** Measures files in a bucket against a folder; `npm run bench -- bucket`. results/bucket.md has the latest results. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { ByteRange, ObjectStore } from '@portico/server/media/store/objectStore';
import { openStoreAt } from '@portico/server/media/store/openStore';
import { runFacts, runProgram } from './program.ts';
import { saveResults, table } from './results.ts';
import { median, timed } from './timing.ts';

const PART_BYTES = 65_536;
const SIZES = [
  { megabytes: 1, rounds: 15 },
  { megabytes: 50, rounds: 5 },
];

/** Milliseconds to store one file, to read it, and to read a part from its middle. */
interface Sample {
  upload: number;
  download: number;
  part: number;
}

interface FilesReport extends ReturnType<typeof runFacts> {
  sizes: Array<{ megabytes: number; folder: Sample; bucket: Sample }>;
}

const { values } = parseArgs({ options: { bucket: { type: 'string' }, save: { type: 'boolean' } } });

await runProgram(async ({ log, onStop }) => {
  if (values.bucket === undefined)
    throw new Error('Name a bucket, as FILES_URL does: npm run bench -- bucket -- --bucket s3://…');
  const folder = await mkdtemp(join(tmpdir(), 'portico-bench-files-'));
  onStop(() => rm(folder, { recursive: true, force: true }));
  const stores = {
    folder: await openStoreAt(pathToFileURL(join(folder, 'files')).href, folder),
    bucket: await openStoreAt(values.bucket, folder),
  };
  const report: FilesReport = { ...runFacts(), sizes: [] };
  for (const { megabytes, rounds } of SIZES) {
    log(`${megabytes} MB, ${rounds} files`);
    const samples: Record<keyof typeof stores, Sample[]> = { folder: [], bucket: [] };
    // Alternately, so that other load on the machine affects both.
    for (let round = 0; round < rounds; round += 1)
      for (const name of ['folder', 'bucket'] as const)
        samples[name].push(await measureFile(stores[name], megabytes * 1_000_000));
    report.sizes.push({ megabytes, folder: medians(samples.folder), bucket: medians(samples.bucket) });
  }
  const section = sectionOf(report);
  log(`\n${section}`);
  if (values.save)
    log(
      saveResults({
        command: 'npm run bench -- bucket',
        page: 'results/bucket.md',
        part: 'bucket',
        name: 'bucket-',
        report,
        digits: 1,
        section,
      }),
    );
});

async function measureFile(store: ObjectStore, bytes: number): Promise<Sample> {
  const content = randomBytes(bytes);
  const key = `files/bench/${randomBytes(16).toString('hex')}`;
  const upload = await timed(() => store.put(key, content));
  const download = await timed(() => readAll(store, key));
  const start = Math.floor(bytes / 2);
  const part = await timed(() => readAll(store, key, { start, end: start + PART_BYTES - 1 }));
  await store.delete(key);
  return { upload, download, part };
}

async function readAll(store: ObjectStore, key: string, range?: ByteRange): Promise<void> {
  const object = await store.open(key, range);
  for await (const chunk of object!.stream) void chunk;
}

function medians(samples: Sample[]): Sample {
  return {
    upload: median(samples.map(({ upload }) => upload)),
    download: median(samples.map(({ download }) => download)),
    part: median(samples.map(({ part }) => part)),
  };
}

function sectionOf(report: FilesReport): string {
  const rows = report.sizes.flatMap(({ megabytes, folder, bucket }) =>
    (['upload', 'download', 'part'] as const).map((what) => [
      what === 'part' ? `64 KB of ${megabytes} MB` : `${what} of ${megabytes} MB`,
      folder[what].toFixed(1),
      bucket[what].toFixed(1),
      (bucket[what] / folder[what]).toFixed(1),
    ]),
  );
  return `
Measured on ${report.date.slice(0, 10)} with Node ${report.node} on ${report.processor}; medians.

${table(['', 'folder ms', 'bucket ms', 'ratio'], rows)}
`;
}
