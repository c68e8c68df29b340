import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { stringify } from 'csv-stringify/sync';
import type { ProofFilters } from '@portico/contracts/admin/proofs';
import { fieldsOf, formatReceipt, receiptName } from '@portico/contracts/proofs/receipts';
import type { Db } from '../../db/pool.ts';
import { VERIFY_PAGE } from '../../locations.ts';
import { storedZip, type ZipContent } from '../../media/zip/storedZip.ts';
import { inclusionPaths } from '../../proofs/tree.queries.ts';
import { escapeFormula } from '../../spreadsheets/streamCsv.ts';
import type { SignedHead } from '../../proofs/checkpoints.ts';
import { listRecords, type NumberRange } from './exportedProofs.queries.ts';

/** Receipts in a folder: so many that tools still list it quickly. */
const FOLDER_RECEIPTS = 1000;
/** Records that are in memory at once: so few that they are gone before the heap grows because of them. */
const BATCH = 50;

const README = `Receipts of records in a log of proofs.

receipts/…/receipt-….tlog-proof   one text file for each record, in the form of c2sp.org/tlog-proof
receipts/…/manifest.csv           whose record it is, of what, when, and the SHA-256 of the file
manifest.json                     what was exported, and the SHA-256 of each manifest.csv
verify-receipts.html              checks all receipts of a folder, in a browser without a network

Unpack the archive, open verify-receipts.html, enter the log's public key and choose the folder "receipts". Get the
public key from the firm by another way than this archive.
`;

export interface ProofsToExport {
  db: Db;
  head: SignedHead;
  range: NumberRange;
  filters: ProofFilters;
  /** Of the export, for its manifest. */
  about: Record<string, unknown>;
  /** Called after each part with the number of receipts so far. */
  onDone: (done: number) => Promise<void>;
}

interface Folder {
  first: number;
  /** Consecutive numbers, as pairs of the first one and how many. */
  runs: number[];
}

/**
 * A ZIP archive with a receipt of each chosen record, all under one signed head, with manifests and the page that
 * verifies them. Only a few records are in memory at a time. Ends with an error if one is missing from the log.
 */
export function exportProofs(chosen: ProofsToExport): AsyncGenerator<Buffer> {
  const folders: Folder[] = [];
  return storedZip(filesOf(chosen, folders), () => namesOf(folders));
}

const folderName = ({ first }: Pick<Folder, 'first'>): string => `receipts/from-${String(first).padStart(10, '0')}`;

/** The names of all files again, in their order. */
function* namesOf(folders: Folder[]): Generator<string> {
  yield 'README.txt';
  yield 'verify-receipts.html';
  for (const folder of folders) {
    for (let at = 0; at < folder.runs.length; at += 2)
      for (let index = 0; index < folder.runs[at + 1]!; index += 1)
        yield `${folderName(folder)}/${receiptName(folder.runs[at]! + index)}`;
    yield `${folderName(folder)}/manifest.csv`;
  }
  yield 'manifest.json';
}

const COLUMNS = ['Number', 'Recorded at', 'Type', 'Person', 'Email', 'Item', 'File', 'SHA-256'];

async function* filesOf(chosen: ProofsToExport, folders: Folder[]): AsyncGenerator<ZipContent> {
  const { db, head, range, filters, about, onDone } = chosen;
  yield { name: 'README.txt', content: Buffer.from(README) };
  yield { name: 'verify-receipts.html', content: await readFile(VERIFY_PAGE) };
  const listed: Array<{ folder: string; receipts: number; sha256: string }> = [];
  const known = new Map<string, Uint8Array>();
  let done = 0;
  /** Each as text, which takes a fraction of the memory of its columns. */
  let rows: string[] = [];
  const manifest = (): ZipContent => {
    const content = Buffer.from(stringify([COLUMNS]) + rows.join(''));
    const folder = folderName(folders.at(-1)!);
    listed.push({ folder, receipts: rows.length, sha256: hash('sha256', content, 'hex') });
    rows = [];
    return { name: `${folder}/manifest.csv`, content };
  };
  let { first } = range;
  for (;;) {
    const records = await listRecords(db, { ...range, first }, filters, BATCH);
    const paths = await inclusionPaths(
      db,
      records.map(({ number }) => number),
      { size: head.size, known },
    );
    for (const [index, { number, record }] of records.entries()) {
      if (rows.length === 0) folders.push({ first: number, runs: [] });
      const folder = folders.at(-1)!;
      addTo(folder.runs, number);
      const content = Buffer.from(formatReceipt({ record, number, path: paths[index]!, note: head.note }));
      yield { name: `${folderName(folder)}/${receiptName(number)}`, content };
      rows.push(stringify([rowOf(number, record, content).map(escapeFormula)]));
      if (rows.length === FOLDER_RECEIPTS) yield manifest();
    }
    done += records.length;
    await onDone(done);
    if (records.length < BATCH) break;
    first = records.at(-1)!.number + 1;
  }
  if (rows.length > 0) yield manifest();
  const content = { ...about, receipts: done, checkpoint: head.note, folders: listed };
  yield { name: 'manifest.json', content: Buffer.from(`${JSON.stringify(content, null, 1)}\n`) };
}

function addTo(runs: number[], number: number): void {
  const [start, length] = runs.slice(-2);
  if (start !== undefined && start + (length ?? 0) === number) runs[runs.length - 1]! += 1;
  else runs.push(number, 1);
}

function rowOf(number: number, record: string, content: Buffer): string[] {
  const { recordedAt, type, person, item, event } = fieldsOf(record);
  const text = (of: unknown, name: string): string => {
    const value: unknown = typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined;
    return typeof value === 'string' ? value : '';
  };
  return [
    String(number),
    String(recordedAt),
    String(type),
    text(person, 'name') || text(person, 'subject'),
    text(person, 'email'),
    text(item ?? event, 'title'),
    receiptName(number),
    hash('sha256', content, 'hex'),
  ];
}

/** Names and headers of a file in the archive, and its row in the manifest. */
const BYTES_AROUND = 420;
/** A hash in base64, with its newline. */
const HASH_LINE_BYTES = 45;
/** A checkpoint with the signatures of the log and a witness. */
const NOTE_BYTES = 400;

/** About how large the archive is, for a log of so many records. */
export function estimatedBytes(
  { records, recordBytes }: { records: number; recordBytes: number },
  size: number,
): number {
  const path = Math.ceil(Math.log2(Math.max(size, 1))) * HASH_LINE_BYTES;
  return Math.round(records * ((recordBytes * 4) / 3 + path + NOTE_BYTES + BYTES_AROUND));
}
