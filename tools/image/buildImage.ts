import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { isPatched, trialNotice } from '@portico/server/runtime/nodeFloor';
import { runStep } from '../progress.ts';
import { addBaseFiles } from './baseFiles.ts';
import { readImageConfig, type ImageConfig } from './containerfile.ts';
import { runProgram } from './runProgram.ts';

/** Exit code of the server without settings, after it has compiled its code. */
const EXIT_WITHOUT_SETTINGS = 2;

interface ImageNode {
  /** The program that builds the portal and is copied into the image. */
  node: string;
  /** Whether a Node with known vulnerabilities is acceptable. */
  isTrial: boolean;
}

/** Returns the version. Throws for a Node that production may not run on, unless the image is for a trial. */
export async function checkImageNode({ node, isTrial }: ImageNode): Promise<string> {
  const version = (await runProgram(node, ['--version'])).replace(/^v/, '');
  if (!isPatched(version) && !isTrial)
    throw new Error(
      `${trialNotice(version)} Name that program with --node, or build an image for a trial with --trial.`,
    );
  return version;
}

/**
 * Builds the image of the last commit of `repository` into the folder `layout`, in the OCI layout, tagged with the
 * version. It equals that of deploy/Containerfile, except that its base is made from packages of this system and its
 * Node is the given one. Needs umoci, and root, because the files in it have owners. Throws if the folder contains
 * anything but an earlier image.
 */
export async function buildImage(repository: string, layout: string, chosen: ImageNode): Promise<void> {
  if (existsSync(layout) && !existsSync(join(layout, 'oci-layout')))
    throw new Error(`${layout} exists and is not an image. Nothing was changed.`);
  if (process.getuid?.() !== 0) throw new Error('Run this as root: files in the image have owners.');
  const version = await checkImageNode(chosen);
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
      const path = [dirname(chosen.node), process.env['PATH']].join(delimiter);
      await runProgram('env', [`PATH=${path}`, 'sh', 'deploy/prepare-image.sh'], portal);
    });
    await runStep('Base', async () => (await addBaseFiles(base, downloads)).join(', '));
    await runStep('Node', () => {
      const [program] = config.entrypoint as [string];
      mkdirSync(dirname(join(base, program)), { recursive: true });
      copyFileSync(realpathSync(chosen.node), join(base, program));
      chmodSync(join(base, program), 0o755);
      return Promise.resolve(version);
    });
    await runStep('Compiled code', () => compile(base, config));
    await runStep('Image', async () => {
      const outside = join(work, 'portal');
      renameSync(portal, outside);
      const [user = 0, group = user] = config.user.split(':').map(Number);
      chownSync(data, user, group);
      const { version: tag } = JSON.parse(readFileSync(join(outside, 'package.json'), 'utf8')) as { version: string };
      await writeImage(layout, tag, config, [
        [base, '/'],
        [outside, config.folder],
        ...config.volumes.map((volume): [string, string] => [data, volume]),
      ]);
      return `${layout}:${tag}`;
    });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Copies the files of the last commit into a folder. */
export async function copyCommit(repository: string, folder: string): Promise<void> {
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
