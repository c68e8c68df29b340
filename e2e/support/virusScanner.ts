import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listenAsClamd } from '@portico/server/testing/services/clamdServer';
import { ports } from './ports.ts';

/** A file with these words has a virus. */
export const VIRUS = 'PORTICO-VIRUS-SCAN-TEST';

const LATER = /PORTICO-SCAN-LATER:([\w-]+)/;
/** The scanner is away for files with these words, until it comes back for that name. */
export const scannedLater = (name: string): string => `PORTICO-SCAN-LATER:${name}`;

const backSign = (name: string) => join(process.env.PORTICO_E2E_DATA!, `scanner-is-back-${name}`);
export const bringScannerBack = (name: string): Promise<void> => writeFile(backSign(name), '');

function isAway(bytes: Buffer): boolean {
  const [, name] = LATER.exec(bytes.toString('latin1')) ?? [];
  return name !== undefined && !existsSync(backSign(name));
}

/** The virus scanner of the empty portal, for all journeys of a run. Playwright calls what it returns at the end. */
export default async function startVirusScanner(): Promise<() => Promise<void>> {
  const { stop } = await listenAsClamd(
    {
      onFile: (socket, bytes) => {
        if (isAway(bytes)) socket.destroy();
        else socket.end(bytes.includes(VIRUS) ? 'stream: Portico.Test.UNOFFICIAL FOUND\0' : 'stream: OK\0');
      },
    },
    ports.virusScanner,
  );
  return stop;
}
