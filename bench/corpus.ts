/** Compares the words that search finds in files with other programs; `npm run bench -- files <folder>`. */
import { execFile } from 'node:child_process';
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod/mini';
import { DocumentFormat } from '@portico/kinds/media';
import { receiveFile } from '@portico/server/media/files/files';
import type { ObjectStore } from '@portico/server/media/store/objectStore';
import { openStoreAt } from '@portico/server/media/store/openStore';
import { readInProcess } from '@portico/server/media/reading/readInProcess';
import { runProgram, type Program } from './program.ts';
import { table } from './results.ts';

const run = promisify(execFile);
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;
const MAX_REFERENCE_MS = 120_000;
const MAX_BYTES = 1024 * 1024 * 1024;
const WORST = 20;
const WORDS_SHOWN = 8;
const MAX_WORD_LENGTH = 60;
const POLL_MS = 20;

/** The text that another program finds in a file; undefined if it can't read the file. */
const references: Partial<Record<DocumentFormat, (file: string) => Promise<string | undefined>>> = {
  PDF: (file) => outputOf('pdftotext', ['-enc', 'UTF-8', file, '-']),
  DOCX: (file) => outputOf('pandoc', ['-f', 'docx', '-t', 'plain', '--wrap=none', file]),
  ODT: (file) => outputOf('pandoc', ['-f', 'odt', '-t', 'plain', '--wrap=none', file]),
  RTF: (file) => outputOf('pandoc', ['-f', 'rtf', '-t', 'plain', '--wrap=none', file]),
  // No program of Debian reads slides and sheets, so their XML is compared.
  PPTX: async (file) => textOfSlides(await unzipped(file, 'ppt/slides/slide*.xml')),
  XLSX: textOfSheets,
  ODS: async (file) => textOfXml(await unzipped(file, 'content.xml')),
  ODP: async (file) => textOfXml(await unzipped(file, 'content.xml')),
};

async function outputOf(command: string, args: string[]): Promise<string | undefined> {
  return run(command, args, { maxBuffer: MAX_OUTPUT_BYTES, timeout: MAX_REFERENCE_MS }).then(
    ({ stdout }) => stdout,
    () => undefined,
  );
}

/** A `*` matches any letters. */
const unzipped = (file: string, name: string): Promise<string | undefined> => outputOf('unzip', ['-p', file, name]);

interface Compared {
  file: string;
  format: DocumentFormat;
  /** Why the portal does not accept or read the file. */
  refusal?: string;
  /** The share of the other program's words that search finds; undefined if that has none. */
  recall?: number;
  /** Words that are missing only because they are joined with a neighbor. */
  joined: string[];
  missing: string[];
  ms: number;
}

async function measureCorpus(folder: string, { log, onStop, signal }: Program): Promise<void> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .flatMap((file) => {
      const format = z.safeParse(DocumentFormat, extname(file).slice(1).toUpperCase()).data;
      return format && references[format] ? [{ file, format }] : [];
    });
  log(`${files.length} files`);
  const scratch = await mkdtemp(join(tmpdir(), 'portico-bench-corpus-'));
  onStop(() => rm(scratch, { recursive: true, force: true }));
  const store = await openStoreAt(pathToFileURL(join(scratch, 'files')).href, scratch);
  const memory = watchMemory();
  const compared: Compared[] = [];
  for (const { file, format } of files) {
    signal.throwIfAborted();
    const one = await compare(store, file, format, () => !signal.aborted);
    if (one) compared.push({ ...one, file: relative(folder, file) });
  }
  log(`\n${summary(compared)}\n\nPeak memory of a reading process: ${memory.stop()} MB`);
  for (const [format, all = []] of Object.entries(Object.groupBy(compared, (one) => one.format)))
    log(`\nWorst of ${format}:\n${worst(all)}`);
}

/** Undefined if the other program can't read the file either. */
async function compare(
  store: ObjectStore,
  file: string,
  format: DocumentFormat,
  isWanted: () => boolean,
): Promise<Compared | undefined> {
  const reference = await references[format]!(file);
  if (reference === undefined) return undefined;
  const rejection = await rejectionOf(store, file);
  if (rejection !== undefined) return { file, format, refusal: rejection, joined: [], missing: [], ms: 0 };
  const begun = performance.now();
  const outcome = await readInProcess(createReadStream(file), format, 'utf-8', isWanted);
  const ms = performance.now() - begun;
  if ('failure' in outcome) return { file, format, refusal: outcome.failure, joined: [], missing: [], ms };
  const words = new Set(wordsOf(outcome.reading.texts.map(({ text }) => text).join('\n')));
  const expected = expectedWords(reference, format);
  const withoutBorders = [...words].join(' ');
  const lost = expected.filter((readings) => !readings.some((parts) => parts.every((word) => words.has(word))));
  const lostWords = lost.flatMap(([parts = []]) => parts);
  const joined = lostWords.filter((word) => word.length > 3 && withoutBorders.includes(word));
  const missing = lostWords.filter((word) => !joined.includes(word));
  const recall = expected.length === 0 ? {} : { recall: 1 - lost.length / expected.length };
  return { file, format, ...recall, joined, missing, ms };
}

/** The message with which an upload of the file is rejected. */
async function rejectionOf(store: ObjectStore, file: string): Promise<string | undefined> {
  const stream = () => createReadStream(file);
  const fileName = `file${extname(file)}`;
  return receiveFile(store, { stream, fileName, maxBytes: MAX_BYTES }, async () => undefined).catch((error: unknown) =>
    error instanceof Error ? error.message : String(error),
  );
}

/** Ligatures and full-width letters count as the letters they stand for. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('\u00ad', '')
    .match(/[\p{L}\p{N}]{2,}/gu) ?? [];

/** A word with a hyphen at a line end may be one or two. */
const SPLIT_WORD = /(\p{L}{1,60})[-\u2010\u00ad]\n\s*(\p{L}+)/gu;

/** Each word of the other program once, as a list of readings that consist of one word or two. */
function expectedWords(reference: string, format: DocumentFormat): string[][][] {
  const split: string[][][] = [];
  const text = reference.replaceAll(SPLIT_WORD, (_found, first: string, second: string) => {
    const parts = [...wordsOf(first), ...wordsOf(second)];
    split.push([wordsOf(first + second), parts]);
    return ' ';
  });
  const words = [...new Set(wordsOf(text))]
    // Nobody searches for longer ones: they are keys and test data.
    .filter((word) => word.length <= MAX_WORD_LENGTH)
    // Debian's pandoc reads all code pages as Windows-1252.
    .filter((word) => format !== 'RTF' || /^[\0-\x7f]+$/.test(word));
  return [...words.map((word) => [[word]]), ...split];
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const decoded = (text: string): string =>
  text
    .replaceAll(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replaceAll(/&#(\d+);/g, (_whole, code: string) => String.fromCodePoint(Number(code)));

/** Runs of one paragraph belong together, everything else is apart. */
const textOfXml = (xml: string | undefined): string | undefined =>
  xml &&
  decoded(
    xml
      .replaceAll(/<\/(?:[\w-]+:)?(?:p|h|si|is)>|<(?:[\w-]+:)?(?:br|tab|line-break)\b[^>]*>/g, '\n')
      .replaceAll(/<(?:\w+:)?rPh\b[^]*?<\/(?:\w+:)?rPh>/g, '')
      .replaceAll(/<[^>]*>/g, ''),
  );

/** Without the numbers and dates that PowerPoint fills in, and names of styles. */
const textOfSlides = (xml: string | undefined): string | undefined =>
  textOfXml(
    xml
      ?.replaceAll(/<a:fld\b[^>]*type="(?:slidenum|datetime)[^]*?<\/a:fld>/g, '')
      .replaceAll(/<((?:a:tableStyleId|p:attrName|p:text))>[^]*?<\/\1>/g, ''),
  );

/** The texts in cells of sheets that are not hidden. */
async function textOfSheets(file: string): Promise<string | undefined> {
  const workbook = await unzipped(file, 'xl/workbook.xml');
  const relations = (await unzipped(file, 'xl/_rels/workbook.xml.rels')) ?? '';
  const strings = (await unzipped(file, 'xl/sharedStrings.xml')) ?? '';
  if (workbook === undefined) return undefined;
  const shared = [...strings.matchAll(/<(?:\w+:)?si(?:\s[^>]*)?(?:\/>|>([^]*?)<\/(?:\w+:)?si>)/g)].map(
    ([, item = '']) => item,
  );
  const shown = [...workbook.matchAll(/<(?:\w+:)?sheet\s([^>]*)>/g)].flatMap(([, attributes = '']) =>
    /state="(?:h|veryH)idden"/.test(attributes) ? [] : (/:id="([^"]*)"/.exec(attributes)?.[1] ?? []),
  );
  const texts = new Set<string>();
  for (const id of shown) {
    const [relation = ''] = new RegExp(`<[^>]*\\bId="${id}"[^>]*>`).exec(relations) ?? [];
    const target = /Target="\/?(?:xl\/)?([^"]*)"/.exec(relation)?.[1];
    const sheet = target === undefined ? '' : ((await unzipped(file, `xl/${target}`)) ?? '');
    for (const [, index] of sheet.matchAll(/<(?:\w+:)?c\s[^>]*\bt="s"[^>]*>\s*<(?:\w+:)?v>\s*(\d+)/g))
      texts.add(shared[Number(index)] ?? '');
    for (const [, inline = ''] of sheet.matchAll(/<(?:\w+:)?is>([^]*?)<\/(?:\w+:)?is>/g)) texts.add(inline);
  }
  return textOfXml([...texts].join('</si>'));
}

function summary(compared: Compared[]): string {
  const rows = Object.entries(Object.groupBy(compared, ({ format }) => format)).map(([format, all = []]) => {
    const recalls = all.flatMap(({ recall }) => recall ?? []);
    const mean = recalls.reduce((sum, one) => sum + one, 0) / Math.max(1, recalls.length);
    const refusals = all.flatMap(({ refusal }) => refusal ?? []);
    const reasons = [...new Set(refusals)].map(
      (reason) => `${refusals.filter((one) => one === reason).length}: ${reason}`,
    );
    return [
      format,
      String(all.length),
      mean.toFixed(4),
      String(recalls.filter((one) => one === 0).length),
      reasons.join(' ') || '0',
      `${(Math.max(...all.map(({ ms }) => ms)) / 1000).toFixed(1)} s`,
    ];
  });
  return table(['format', 'files', 'mean recall', 'without any', 'refused', 'slowest'], rows);
}

/** Refused files and those with the lowest recall, with a few of the words that are missing or joined. */
function worst(compared: Compared[]): string {
  const list = (what: string, words: string[]) =>
    words.length === 0 ? [] : [`${words.length} ${what}: ${words.slice(0, WORDS_SHOWN).join(', ')}`];
  return compared
    .filter(({ recall, refusal }) => refusal !== undefined || (recall !== undefined && recall < 1))
    .toSorted((a, b) => (a.recall ?? 0) - (b.recall ?? 0))
    .slice(0, WORST)
    .map(({ file, recall, refusal, joined, missing }) =>
      refusal === undefined
        ? `${recall!.toFixed(3)} ${file}: ${[...list('missing', missing), ...list('joined', joined)].join('; ')}`
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
