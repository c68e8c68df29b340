import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openStoreAt } from '@portico/server/media/store/openStore';
import { parseFilesAddress, type FilesAddress } from '@portico/server/settings/filesAddress';
import { commandName } from '../operate/commandName.ts';
import { runStep } from '../progress.ts';
import { ArgumentError, runMain } from '../runMain.ts';
import { readRunSettings } from '../settings.ts';
import { copyFiles, type CopyReport } from './copyFiles.ts';

const usage = `${commandName('files:migrate')} --from <address> --to <address> [--verify]

Copies the portal's files from one place to another while the portal runs, and compares each file. Addresses have the form
of FILES_URL: file:///var/lib/portico/files or s3://bucket/prefix?region=eu-central-1. After an interruption, run it again
to continue.

  --verify   also compares files that are already in both places

docs/operations.md (Moving files) says how to switch the portal without losing a file.
`;

/** Exit codes: 0 all files are in the new place, 1 some are not, 2 wrong arguments. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      verify: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help || values.from === undefined || values.to === undefined || values.from === values.to) {
    process.stdout.write(usage);
    return values.help ? 0 : 2;
  }
  const source = parseAddress('--from', values.from);
  parseAddress('--to', values.to);
  if ('folder' in source && !existsSync(source.folder))
    throw new ArgumentError(`There is no folder ${source.folder}, so there is nothing to copy.`);
  const { dataDir } = readRunSettings(process.env);
  const [from, to] = [await openStoreAt(values.from, dataDir), await openStoreAt(values.to, dataDir)];
  process.stderr.write(`From ${values.from} to ${values.to}.\n`);
  let report: CopyReport | undefined;
  await runStep('Files', async (onProgress) => {
    report = await copyFiles(from, to, { verify: values.verify ?? false, onProgress });
  });
  const { copied, bytes, present, problems } = report!;
  process.stdout.write(
    `${copied} files copied (${(bytes / 1e6).toFixed(1)} MB), ${present} already present, ${problems.length} problems.\n`,
  );
  for (const problem of problems) process.stdout.write(`  ${problem}\n`);
  return problems.length > 0 ? 1 : 0;
}

function parseAddress(option: string, address: string): FilesAddress {
  try {
    return parseFilesAddress(address);
  } catch (error) {
    throw new ArgumentError(`${option} ${(error as Error).message}.`, { cause: error });
  }
}

await runMain(main);
