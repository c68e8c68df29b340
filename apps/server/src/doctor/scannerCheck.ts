import { Readable } from 'node:stream';
import { DAY_MS } from '@portico/contracts/durations';
import { MAX_FILE_BYTES } from '@portico/kinds/media';
import type { Config } from '../config.ts';
import { reasonOf } from '../errors.ts';
import { commandClamd, scanStream } from '../media/scanning/clamd.ts';
import { codeOf, networkAdvice, notesOn, type Finding } from './findings.ts';

const DEADLINE_MS = 30_000;
const PIECE = Buffer.alloc(64 * 1024);
const MAX_SIGNATURE_AGE_DAYS = 7;

/** Whether clamd responds, accepts files as large as the portal does, and has recent signatures. */
export async function checkScanner({ CLAMAV_URL: address }: Config): Promise<Finding[]> {
  const notes = notesOn('virus scanner');
  if (address === undefined) return notes.findings;
  let version: string;
  try {
    version = await commandClamd(address, 'VERSION', DEADLINE_MS);
  } catch (error) {
    notes.fail(
      `clamd cannot be used: ${reasonOf(error)}.`,
      codeOf(error) === 'EACCES'
        ? 'Let the portal’s account open the socket, for example through the group clamav.'
        : networkAdvice(error, 'Start clamd, or correct CLAMAV_URL; a socket is named as LocalSocket in clamd.conf.'),
    );
    return notes.findings;
  }
  notes.ok(`${version.split('/')[0]} is responding.`);
  const signed = Date.parse(version.split('/')[2] ?? '');
  if (Number.isNaN(signed) || Date.now() - signed > MAX_SIGNATURE_AGE_DAYS * DAY_MS)
    notes.warn(
      Number.isNaN(signed)
        ? 'clamd has no signatures from its publisher.'
        : 'The newest signatures are older than a week.',
      'Run freshclam as a service.',
    );
  const verdict = await scanStream(address, () => Readable.from(zeros(MAX_FILE_BYTES)), DEADLINE_MS);
  const size = `${MAX_FILE_BYTES / 2 ** 20}M`;
  if (verdict.result === 'clean') notes.ok(`It scans files of ${size}B, the largest that can be uploaded.`);
  else
    notes.warn(
      `It does not scan a file of ${size}B, the largest that can be uploaded.`,
      `Set StreamMaxLength, MaxFileSize and MaxScanSize in clamd.conf to at least ${size}.`,
    );
  return notes.findings;
}

function* zeros(bytes: number) {
  for (let sent = 0; sent < bytes; sent += PIECE.length) yield PIECE;
}
