import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { NODE_FLOORS } from '@portico/server/runtime/nodeFloor';
import { NODE_ARGUMENTS, NODE_ENVIRONMENT } from '@portico/server/testing/processes/nodeArguments';
import { expect, onTestFinished, test } from 'vitest';
import { readText } from '../checks/repositoryFiles.ts';
import { buildImage, checkImageNode } from '../image/buildImage.ts';
import { readImageConfig } from '../image/containerfile.ts';
import { root } from '../root.ts';
import { builtProgram } from '../serverBuild.ts';

const containerfile = readText('deploy/Containerfile');

test('the image starts the server as production does, unprivileged and on a patched Node [OPS-124, OPS-466]', () => {
  const { user, folder, entrypoint, command, env, volumes } = readImageConfig(containerfile);
  const [program = '', ...flags] = entrypoint;
  expect(flags).toEqual(NODE_ARGUMENTS);
  expect(env).toContain(`MALLOC_ARENA_MAX=${NODE_ENVIRONMENT.MALLOC_ARENA_MAX}`);
  expect(folder).toBe('/opt/portico');
  // The Node of the official image; the one for trials is a development package, which the image leaves out.
  expect(containerfile.split('\n')).toContain(`COPY --from=build ${program} ${program}`);
  const [, version = ''] = /^FROM \S+\/node:([\d.]+)-\S+ AS build$/m.exec(containerfile) ?? [];
  expect(NODE_FLOORS[0].version).toBe(version);
  const { dependencies = {} } = JSON.parse(readText('package.json')) as { dependencies?: Record<string, string> };
  expect(Object.keys(dependencies)).not.toContain('node');
  expect(command).toEqual([relative(root, builtProgram('main'))]);
  expect(user).toBe('65532:65532');
  const data = env.find((one) => one.startsWith('PORTICO_DATA_DIR='))?.split('=')[1];
  expect(containerfile.split('\n')).toContain(`COPY --from=build --chown=${user} ${data} ${data}`);
  expect(volumes).toEqual([data]);
});

test('reading a Containerfile without an instruction in its last stage fails and names the instruction', () => {
  expect(() => readImageConfig('FROM one AS build\nUSER 1\nFROM two\nWORKDIR /')).toThrow('no USER in its last stage');
});

test('building the image does not replace a folder that is not an image [OPS-124]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-no-image-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'plan.txt'), 'Ours');
  await expect(buildImage(root, folder, { node: process.execPath, isTrial: true })).rejects.toThrow(
    'exists and is not an image',
  );
  expect(readdirSync(folder)).toEqual(['plan.txt']);
});

test.skipIf(process.platform === 'win32')(
  'an image is not built with a Node below the floor, except for a trial [OPS-466]',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portico-image-node-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const program = (version: string) => {
      const path = join(folder, `node-${version}`);
      writeFileSync(path, `#!/bin/sh\necho v${version}\n`);
      chmodSync(path, 0o755);
      return path;
    };
    const [{ version: floor, advisory }] = NODE_FLOORS;
    expect(await checkImageNode({ node: program(floor), isTrial: false })).toBe(floor);
    const old = program('24.21.0');
    await expect(checkImageNode({ node: old, isTrial: false })).rejects.toThrow(
      `Node 24.21.0 is only for trials, because it lacks the security fixes of ${floor}: ${advisory}.`,
    );
    await expect(checkImageNode({ node: program('25.9.0'), isTrial: false })).rejects.toThrow(
      'Node 25.9.0 is only for trials, because the portal does not support this line of Node.',
    );
    expect(await checkImageNode({ node: old, isTrial: true })).toBe('24.21.0');
    await expect(checkImageNode({ node: join(folder, 'missing'), isTrial: false })).rejects.toThrow('is not installed');
  },
);

test('files outside the repository do not get into the image [OPS-124]', () => {
  const ignored = readText('.containerignore').split('\n');
  for (const name of readText('.gitignore')
    .split('\n')
    .filter((line) => line !== '' && !line.includes('*')))
    expect(
      ignored.map((line) => line.replace('**/', '')),
      name,
    ).toContain(name.replace(/\/$/, ''));
  expect(ignored).toContain('.git');
});
