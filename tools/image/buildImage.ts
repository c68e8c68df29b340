import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runStep } from '../progress.ts';
import { addBaseFiles } from './baseFiles.ts';
import { readImageConfig, type ImageConfig } from './containerfile.ts';
import { runProgram } from './runProgram.ts';

/** Exit code of the server without settings, after it has compiled its code. */
const EXIT_WITHOUT_SETTINGS = 2;

/**
 * Builds the image of the last commit of `repository` into the folder `layout`, in the OCI layout, tagged with the
 * version. It equals that of deploy/Containerfile, except that its base is made from packages of this system. Needs
 * umoci, and root, because the files in it have owners. Throws if the folder contains anything but an earlier image.
 */
export async function buildImage(repository: string, layout: string): Promise<void> {
  if (existsSync(layout) && !existsSync(join(layout, 'oci-layout')))
    throw new Error(`${layout} exists and is not an image. Nothing was changed.`);
  if (process.getuid?.() !== 0) throw new Error('Run this as root: files in the image have owners.');
  await runProgram('umoci', ['--version']);
  const work = mkdtempSync(join(tmpdir(), 'portico-image-'));
  const [base, data, downloads] = ['base', 'data', 'downloads'].map((name) => join(work, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [base, data, downloads]) mkdirSync(folder, { mode: 0o755 });
  try {
    const config = readImageConfig(readFileSync(join(repository, 'deploy/Containerfile'), 'utf8'));
    const portal = join(base, config.folder);
    await runStep('Portal files', async () => {
      mkdirSync(portal, { recursive: true });
      await copyCommit(repository, portal);
      await runProgram('sh', ['deploy/prepare-image.sh'], portal);
    });
    await runStep('Base', async () => (await addBaseFiles(base, downloads)).join(', '));
    await runStep('Compiled code', () => compile(base, config));
    await runStep('Image', async () => {
      const outside = join(work, 'portal');
      renameSync(portal, outside);
      const [user = 0, group = user] = config.user.split(':').map(Number);
      chownSync(data, user, group);
      const { version } = JSON.parse(readFileSync(join(outside, 'package.json'), 'utf8')) as { version: string };
      await writeImage(layout, version, config, [
        [base, '/'],
        [outside, config.folder],
        ...config.volumes.map((volume): [string, string] => [data, volume]),
      ]);
      return `${layout}:${version}`;
    });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function copyCommit(repository: string, folder: string): Promise<void> {
  const archive = `${folder}.tar`;
  await runProgram('git', ['archive', `--output=${archive}`, 'HEAD'], repository);
  await runProgram('tar', ['-xf', archive, '--no-same-owner', '-C', folder]);
  rmSync(archive);
}

/** Fills the compile cache for the image's user, because Node separates it by user and path. */
async function compile(base: string, { user, folder, env, entrypoint, command }: ImageConfig): Promise<void> {
  const cache = env.find((one) => one.startsWith('NODE_COMPILE_CACHE='))!.split('=')[1]!;
  mkdirSync(join(base, cache));
  await runProgram('chmod', ['777', join(base, cache)]);
  const start = ['env', `NODE_COMPILE_CACHE=${cache}`, 'chroot', `--userspec=${user}`, base];
  const [program, ...args] = [...start, ...entrypoint, ...command.map((path) => join(folder, path))] as [string];
  await runProgram(program, args, '/', EXIT_WITHOUT_SETTINGS);
}

async function writeImage(
  layout: string,
  tag: string,
  config: ImageConfig,
  layers: Array<[source: string, target: string]>,
): Promise<void> {
  const image = `${layout}:${tag}`;
  rmSync(layout, { recursive: true, force: true });
  mkdirSync(dirname(layout), { recursive: true });
  await runProgram('umoci', ['init', '--layout', layout]);
  await runProgram('umoci', ['new', '--image', image]);
  for (const [source, target] of layers) await runProgram('umoci', ['insert', '--image', image, source, target]);
  const flags: Array<[name: string, values: string[]]> = [
    ['user', [config.user]],
    ['workingdir', [config.folder]],
    ['entrypoint', config.entrypoint],
    ['cmd', config.command],
    ['env', config.env],
    ['exposedports', config.ports.map((port) => `${port}/tcp`)],
    ['volume', config.volumes],
    ['label', config.labels],
  ];
  const options = flags.flatMap(([name, values]) => values.map((value) => `--config.${name}=${value}`));
  await runProgram('umoci', ['config', '--image', image, ...options]);
  await runProgram('umoci', ['gc', '--layout', layout]);
}
