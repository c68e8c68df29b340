/** Measures the time from the upload of a document until search finds it; `npm run bench -- found [<folder>]`. */
import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { searchPortal } from '@portico/contracts/search';
import { studioFilesPath } from '@portico/contracts/studio/pickers';
import { changeStudioItem, createStudioItem, getStudioItem, publishStudioItem } from '@portico/contracts/studio/studio';
import { startEmbeddedDatabase } from '@portico/dev-database/embeddedDatabase';
import type * as migrating from '@portico/server/db/migrate';
import { docxFile } from '@portico/server/testing/files/officeFiles';
import { pdfLines, pdfOf, pdfStream } from '@portico/server/testing/files/pdfFile';
import { startTestIssuer } from '@portico/server/testing/testIssuer';
import type * as building from '@portico/tools/serverBuild';
import { z } from 'zod/mini';
import { runProgram, type Program } from './program.ts';
import { table } from './results.ts';
import { startChildServer } from './stage/childServer.ts';
import { emptyWebRoot } from './stage/emptyWebRoot.ts';
import { portalSettings } from './stage/portalSettings.ts';
import { median } from './timing.ts';

const ROUNDS = 15;
const DOCUMENT_BYTES = 20_000_000;
const PAGES = 200;
/** The rest of a document is pictures. */
const PARAGRAPHS = 1500;
const POLL_MS = 50;
const EDITOR = { sub: 'bench-editor', 'custom:roles': ['editor'] };
const PROSE =
  'Advisors review beneficiaries, custody agreements and fees with their clients every year, and note what was said';

/** What is read of responses, which other versions share. */
const Opened = z.object({ version: z.int(), sequence: z.int() });
const Found = z.object({ documents: z.object({ totalResultCount: z.int() }) });

/** Documents of 20 MB, by format, with a word in their last paragraph. */
const documents: Record<string, (word: string) => Buffer> = {
  DOCX: (word) =>
    docxFile(
      [...paragraphs(), `The appendix explains the ${word}.`]
        .map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`)
        .join(''),
      [{ name: 'word/media/image1.png', data: randomBytes(DOCUMENT_BYTES), isStored: true }],
    ),
  PDF: (word) => {
    const texts = [...paragraphs(), `The appendix explains the ${word}.`];
    const pages = Array.from({ length: PAGES }, (_, page) => texts.filter((_text, index) => index % PAGES === page));
    const numberOf = (page: number) => 4 + 2 * page;
    return pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${pages.map((_, page) => `${numberOf(page)} 0 R`).join(' ')}] /Count ${PAGES} >>`,
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      ...pages.flatMap((lines, page) => [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${numberOf(page) + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        pdfStream(pdfLines(...lines)),
      ]),
      pdfStream(randomBytes(DOCUMENT_BYTES).toString('latin1')),
    ]);
  },
};

const paragraphs = (): string[] =>
  Array.from({ length: PARAGRAPHS }, (_, index) => `${PROSE} in meeting ${index} of the year.`);

interface Portal {
  url: string;
  headers(): Promise<Record<string, string>>;
}

/** Alternately with the portal in the other folder, if there is one, so that other load on the machine affects both. */
async function measureFound(other: string | undefined, { log, onStop }: Program): Promise<void> {
  const folders = {
    this: resolve(import.meta.dirname, '..'),
    ...(other === undefined ? {} : { other: resolve(other) }),
  };
  const portals = new Map<string, Portal>();
  for (const [name, folder] of Object.entries(folders)) portals.set(name, await startPortal(folder, { log, onStop }));
  const rows: string[][] = [];
  for (const [format, documentWith] of Object.entries(documents)) {
    const times = new Map([...portals.keys()].map((name) => [name, [] as number[]]));
    for (let round = 0; round < ROUNDS; round += 1)
      // Each is first in half of the rounds, because an earlier portal still works while the next one is measured.
      for (const [name, portal] of round % 2 === 0 ? portals : [...portals].toReversed()) {
        const word = `w${randomBytes(6).toString('hex').replaceAll(/\d/g, 'q')}`;
        const ms = await untilFound(portal, documentWith(word), { word, fileName: `${word}.${format.toLowerCase()}` });
        log(`${format} ${name}: ${(ms / 1000).toFixed(2)} s`);
        times.get(name)!.push(ms);
      }
    const [own = 0, before] = [...times.values()].map(median);
    rows.push([
      `${format} of ${DOCUMENT_BYTES / 1_000_000} MB`,
      (own / 1000).toFixed(2),
      ...(before === undefined ? [] : [(before / 1000).toFixed(2), (own / before).toFixed(2)]),
    ]);
  }
  log(`\n${table(['upload to found, median', 's', ...(other === undefined ? [] : ['other, s', 'ratio'])], rows)}`);
}

/** A portal with an empty database, of the version in that folder. */
async function startPortal(folder: string, { log, onStop }: Pick<Program, 'log' | 'onStop'>): Promise<Portal> {
  const data = mkdtempSync(join(tmpdir(), 'portico-bench-found-'));
  onStop(async () => rmSync(data, { recursive: true, force: true }));
  // When we run as root, PostgreSQL runs under another account, which needs access to this folder.
  chmodSync(data, 0o755);
  const database = await startEmbeddedDatabase({ dataDir: join(data, 'database') });
  onStop(database.stop);
  const part = (path: string) => pathToFileURL(join(folder, path)).href;
  const { migrateToLatest } = (await import(part('apps/server/src/db/migrate.ts'))) as typeof migrating;
  await migrateToLatest(database.url);
  const issuer = await startTestIssuer();
  onStop(issuer.close);
  const { buildServer } = (await import(part('tools/serverBuild.ts'))) as typeof building;
  await buildServer(log);
  const server = await startChildServer(import.meta.resolve('./stage/builtServer.ts'), {
    ...portalSettings({ url: database.url, folder: data }, issuer.issuer),
    FOLDER: part('./'),
    RATE_LIMIT_PER_MINUTE: '0',
    WEB_ROOT: emptyWebRoot(data),
    MAX_EVENT_LOOP_DELAY_MS: '60000',
  });
  onStop(server.stop);
  return {
    url: server.url,
    async headers() {
      const { idToken, accessToken } = await issuer.tokens(EDITOR);
      return { authorization: `Bearer ${accessToken}`, 'id-token': idToken };
    },
  };
}

/** Milliseconds from the upload of the document through its publication until a search for the word finds it. */
async function untilFound(
  { url, headers }: Portal,
  bytes: Buffer,
  { word, fileName }: { word: string; fileName: string },
): Promise<number> {
  const signedIn = await headers();
  const ask = async (
    method: string,
    path: string,
    body?: string | Buffer<ArrayBuffer>,
    more = {},
  ): Promise<unknown> => {
    const answer = await fetch(url + path, {
      method,
      headers: { ...signedIn, ...more },
      ...(body === undefined ? {} : { body }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} responded with ${answer.status}: ${await answer.text()}`);
    return answer.status === 204 ? undefined : await answer.json();
  };
  const send = (path: string, body: object) =>
    ask('POST', path, JSON.stringify(body), { 'content-type': 'application/json' });
  const id = randomUUID();
  const at = ({ path }: { path: string }) => path.replace(':itemId', id);
  const open = async () => z.parse(Opened, await ask('GET', at(getStudioItem)));
  const begun = performance.now();
  const file = await ask('POST', studioFilesPath, Buffer.from(bytes), {
    'content-type': 'application/octet-stream',
    'x-file-name': fileName,
  });
  await send(at(createStudioItem), { id, kind: 'document' });
  const changes = [
    { do: 'field', name: 'header', value: 'A long document' },
    { do: 'field', name: 'file', value: file },
  ];
  const { sequence } = await open();
  await send(at(changeStudioItem), { clientId: randomUUID(), batchId: randomUUID(), base: sequence, changes });
  await send(at(publishStudioItem), await open());
  const query = new URLSearchParams({ term: word, exact: 'true' });
  for (;;) {
    const { documents: found } = z.parse(Found, await ask('GET', `${searchPortal.path}?${query}`));
    if (found.totalResultCount > 0) return performance.now() - begun;
    await sleep(POLL_MS);
  }
}

await runProgram((program) => measureFound(process.argv[2], program));
