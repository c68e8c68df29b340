import { PortalError } from '../../errors.ts';
import type { ReceivedFile } from '../files/files.ts';
import { readInProcess } from './readInProcess.ts';

const CHECKED_FORMATS = new Set(['PDF', 'DOCX', 'XLSX', 'PPTX', 'ODT', 'ODS', 'ODP', 'RTF']);
/** A file that takes longer is accepted: it is large, not damaged. */
const MAX_WAIT_MS = 10_000;

const reasons = {
  Protected: 'The file is encrypted. Please remove its password and add it again.',
  Damaged: 'The file is damaged and can’t be read. Please save it again and add the new file.',
};

let lastReading: Promise<unknown> = Promise.resolve();

/**
 * Throws `invalid_input` for a document that nobody can open, or only with a password. Documents are read one at a
 * time.
 */
export function assertReadable(file: Pick<ReceivedFile, 'staged' | 'format'>): Promise<void> {
  if (!CHECKED_FORMATS.has(file.format)) return Promise.resolve();
  const reading = lastReading.then(() => assertCanBeRead(file));
  lastReading = reading.catch(() => {});
  return reading;
}

async function assertCanBeRead({ staged, format }: Pick<ReceivedFile, 'staged' | 'format'>): Promise<void> {
  const deadline = Date.now() + MAX_WAIT_MS;
  const isInTime = () => Date.now() < deadline;
  // A process that failed for a reason other than the file says nothing about the file.
  const outcome = await readInProcess(staged.stream(), format, 'utf-8', isInTime).catch(() => undefined);
  if (outcome && 'failure' in outcome && outcome.failure !== 'TooLarge')
    throw new PortalError('invalid_input', reasons[outcome.failure]);
}
