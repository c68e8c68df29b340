import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listenAsClamd } from '@portico/server/testing/services/clamdServer';
import { ports } from './ports.ts';

/** The scanner reports a virus in files that contain this text. */
export const VIRUS = 'PORTICO-VIRUS-SCAN-TEST';

const LATER = /PORTICO-SCAN-LATER:([\w-]+)/;
/** The scanner is unavailable for files that contain this text, until it is brought back for that name. */
export const scannedLater = (name: string): string => `PORTICO-SCAN-LATER:${name}`;

const markerFile = (name: string) => join(process.env.PORTICO_E2E_DATA!, `scanner-is-back-${name}`);
export const bringScannerBack = (name: string): Promise<void> => writeFile(markerFile(name), '');

function isUnavailable(bytes: Buffer): boolean {
  const [, name] = LATER.exec(bytes.toString('latin1')) ?? [];
  return name !== undefined && !existsSync(markerFile(name));
}

/**
 * Starts the empty portal's virus scanner for all journeys of a run. Playwright calls the returned function at the end.
 */
export default async function startVirusScanner(): Promise<() => Promise<void>> {
  const { stop } = await listenAsClamd(
    {
      onFile: (socket, bytes) => {
        if (isUnavailable(bytes)) socket.destroy();
        else socket.end(bytes.includes(VIRUS) ? 'stream: Portico.Test.UNOFFICIAL FOUND\0' : 'stream: OK\0');
      },
    },
    ports.virusScanner,
  );
  return stop;
}
