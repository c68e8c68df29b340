/** Compares the words that search finds in files with other programs; `npm run bench -- files <folder>`. */
import { execFile } from 'node:child_process';
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod/mini';
import { DocumentFormat } from '@portico/kinds/media';
import { readInProcess } from '@portico/server/media/reading/readInProcess';
import { runProgram, type Program } from './program.ts';
import { table } from './results.ts';

const run = promisify(execFile);
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;
const MAX_REFERENCE_MS = 120_000;
const WORST = 20;
const POLL_MS = 20;

/**
 * The text that another program finds in a file. XML of slides and sheets is compared as it is: no program of Debian
 * reads it.
 */
const references: Partial<Record<DocumentFormat, (file: string) => [command: string, args: string[]]>> = {
  PDF: (file) => ['pdftotext', ['-enc', 'UTF-8', file, '-']],
  DOCX: (file) => ['pandoc', ['-f', 'docx', '-t', 'plain', '--wrap=none', file]],
  ODT: (file) => ['pandoc', ['-f', 'odt', '-t', 'plain', '--wrap=none', file]],
  RTF: (file) => ['pandoc', ['-f', 'rtf', '-t', 'plain', '--wrap=none', file]],
  PPTX: (file) => ['unzip', ['-p', file, 'ppt/slides/slide*.xml']],
  XLSX: (file) => ['unzip', ['-p', file, 'xl/sharedStrings.xml']],
  ODS: (file) => ['unzip', ['-p', file, 'content.xml']],
  ODP: (file) => ['unzip', ['-p', file, 'content.xml']],
};
const isXml: ReadonlySet<DocumentFormat> = new Set(['PPTX', 'XLSX', 'ODS', 'ODP']);

interface Compared {
  file: string;
  format: DocumentFormat;
  /** Why the portal does not read the file. */
  refusal?: string;
  /** The share of the other program's words that search finds; undefined if that has none. */
  recall?: number;
  /** Words that are missing only because they are joined with a neighbor. */
  joined: string[];
  missing: string[];
  ms: number;
}

async function measureCorpus(folder: string, { log, signal }: Program): Promise<void> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .flatMap((file) => {
      const format = z.safeParse(DocumentFormat, extname(file).slice(1).toUpperCase()).data;
      return format && references[format] ? [{ file, format }] : [];
    });
  log(`${files.length} files`);
  const memory = watchMemory();
  const compared: Compared[] = [];
  for (const { file, format } of files) {
    signal.throwIfAborted();
    const one = await compare(file, format, () => !signal.aborted);
    if (one) compared.push({ ...one, file: relative(folder, file) });
  }
  log(`\n${summary(compared)}\n\nPeak memory of a reading process: ${memory.stop()} MB`);
  log(`\nWorst:\n${worst(compared)}`);
}

/** Undefined if the other program can't read the file either. */
async function compare(file: string, format: DocumentFormat, isWanted: () => boolean): Promise<Compared | undefined> {
  const [command, args] = references[format]!(file);
  const reference = await run(command, args, { maxBuffer: MAX_OUTPUT_BYTES, timeout: MAX_REFERENCE_MS }).then(
    ({ stdout }) => stdout,
    () => undefined,
  );
  if (reference === undefined) return undefined;
  const begun = performance.now();
  const outcome = await readInProcess(createReadStream(file), format, 'utf-8', isWanted);
  const ms = performance.now() - begun;
  if ('failure' in outcome) return { file, format, refusal: outcome.failure, joined: [], missing: [], ms };
  const expected = [...new Set(wordsOf(isXml.has(format) ? textOfXml(reference) : reference))];
  const found = outcome.reading.texts.map(({ text }) => text).join('\n');
  const words = new Set(wordsOf(found));
  const withoutBorders = [...words].join(' ');
  const lost = expected.filter((word) => !words.has(word));
  const joined = lost.filter((word) => word.length > 3 && withoutBorders.includes(word));
  const missing = lost.filter((word) => !joined.includes(word));
  const recall = expected.length === 0 ? {} : { recall: 1 - lost.length / expected.length };
  return { file, format, ...recall, joined, missing, ms };
}

/** Ligatures and full-width letters count as the letters they stand for. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('\u00ad', '')
    .match(/[\p{L}\p{N}]{2,}/gu) ?? [];

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** Runs of one paragraph or cell belong together, everything else is apart. */
const textOfXml = (xml: string): string =>
  xml
    .replaceAll(/<\/(?:a:p|si|text:p|text:h)>|<(?:a:br|text:tab|text:line-break)\b[^>]*>/g, '\n')
    .replaceAll(/<rPh\b[^]*?<\/rPh>/g, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole);

function summary(compared: Compared[]): string {
  const rows = Object.entries(Object.groupBy(compared, ({ format }) => format)).map(([format, all = []]) => {
    const recalls = all.flatMap(({ recall }) => recall ?? []);
    const mean = recalls.reduce((sum, one) => sum + one, 0) / Math.max(1, recalls.length);
    const refused = all.flatMap(({ refusal }) => refusal ?? []);
    return [
      format,
      String(all.length),
      mean.toFixed(4),
      String(recalls.filter((one) => one === 0).length),
      refused.length === 0 ? '0' : `${refused.length} (${[...new Set(refused)].join(', ')})`,
      `${(Math.max(...all.map(({ ms }) => ms)) / 1000).toFixed(1)} s`,
    ];
  });
  return table(['format', 'files', 'mean recall', 'without any', 'refused', 'slowest'], rows);
}

function worst(compared: Compared[]): string {
  return compared
    .filter(({ recall, refusal }) => refusal !== undefined || (recall !== undefined && recall < 1))
    .toSorted((a, b) => (a.recall ?? 0) - (b.recall ?? 0))
    .slice(0, WORST)
    .map(({ file, recall, refusal, joined, missing }) =>
      refusal === undefined
        ? `${recall!.toFixed(3)} ${file}: missing ${missing.slice(0, 8).join(', ') || 'nothing'}; joined ${joined.slice(0, 8).join(', ') || 'nothing'}`
        : `${refusal} ${file}`,
    )
    .join('\n');
}

/** Watches the largest process that this one has started. */
function watchMemory(): { stop: () => number } {
  let peak = 0;
  const watch = setInterval(() => {
    for (const pid of childrenOf(process.pid)) peak = Math.max(peak, peakOf(pid));
  }, POLL_MS);
  return {
    stop() {
      clearInterval(watch);
      return Math.round(peak / 1024);
    },
  };
}

function childrenOf(pid: number): string[] {
  return readOrEmpty(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
}

const isReading = (pid: string): boolean => readOrEmpty(`/proc/${pid}/cmdline`).includes('readingProcess');
const peakOf = (pid: string): number =>
  isReading(pid) ? Number(/VmHWM:\s+(\d+)/.exec(readOrEmpty(`/proc/${pid}/status`))?.[1] ?? 0) : 0;

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

const [folder] = process.argv.slice(2);
await runProgram(async (program) => {
  if (folder === undefined) throw new Error('Name a folder with files: npm run bench -- files <folder>');
  await measureCorpus(folder, program);
});
