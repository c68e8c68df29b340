import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Number of mails to keep; older ones are deleted. */
const MAX_MAILS = 500;

/** Raw mail, one file each; ids sort by time of arrival. */
export interface MailFolder {
  add(content: Buffer): Promise<string>;
  /** Ids, newest first. */
  list(): Promise<string[]>;
  read(id: string): Promise<Buffer | undefined>;
}

const isId = (text: string): boolean => /^\d{13}-[\da-f]{8}$/.test(text);

export async function openMailFolder(folder: string): Promise<MailFolder> {
  await mkdir(folder, { recursive: true });
  const list = async () =>
    (await readdir(folder))
      .filter((name) => name.endsWith('.eml'))
      .map((name) => name.slice(0, -4))
      .filter(isId)
      .sort()
      .toReversed();
  let lastTime = 0;
  return {
    list,
    async add(content) {
      lastTime = Math.max(Date.now(), lastTime + 1);
      const id = `${lastTime}-${randomBytes(4).toString('hex')}`;
      await writeFile(join(folder, `${id}.part`), content);
      await rename(join(folder, `${id}.part`), join(folder, `${id}.eml`));
      for (const old of (await list()).slice(MAX_MAILS)) await rm(join(folder, `${old}.eml`), { force: true });
      return id;
    },
    read: (id) => (isId(id) ? readFile(join(folder, `${id}.eml`)).catch(() => undefined) : Promise.resolve(undefined)),
  };
}
