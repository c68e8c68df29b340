import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { NODE_ARGUMENTS, NODE_ENVIRONMENT } from '@portico/server/testing/processes/nodeArguments';
import { expect, onTestFinished, test } from 'vitest';
import { readText } from '../checks/repositoryFiles.ts';
import { buildImage } from '../image/buildImage.ts';
import { readImageConfig } from '../image/containerfile.ts';
import { root } from '../root.ts';
import { builtProgram } from '../serverBuild.ts';

const containerfile = readText('deploy/Containerfile');

test('the image starts the server as production does, unprivileged and on the pinned Node [OPS-124]', () => {
  const { user, folder, entrypoint, command, env, volumes } = readImageConfig(containerfile);
  const [program = '', ...flags] = entrypoint;
  expect(flags).toEqual(NODE_ARGUMENTS);
  expect(env).toContain(`MALLOC_ARENA_MAX=${NODE_ENVIRONMENT.MALLOC_ARENA_MAX}`);
  expect(existsSync(join(root, program.replace(`${folder}/`, ''))), program).toBe(true);
  expect(command).toEqual([relative(root, builtProgram('main'))]);
  expect(user).toBe('65532:65532');
  const data = env.find((one) => one.startsWith('PORTICO_DATA_DIR='))?.split('=')[1];
  expect(containerfile.split('\n')).toContain(`COPY --from=build --chown=${user} ${data} ${data}`);
  expect(volumes).toEqual([data]);
  const { dependencies } = JSON.parse(readText('package.json')) as { dependencies: { node: string } };
  expect(containerfile).toMatch(new RegExp(`^FROM \\S+/node:${dependencies.node}-\\S+ AS build$`, 'm'));
});

test('reading a Containerfile without an instruction in its last stage fails and names the instruction', () => {
  expect(() => readImageConfig('FROM one AS build\nUSER 1\nFROM two\nWORKDIR /')).toThrow('no USER in its last stage');
});

test('building the image does not replace a folder that is not an image [OPS-124]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-no-image-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'plan.txt'), 'Ours');
  await expect(buildImage(root, folder)).rejects.toThrow('exists and is not an image');
  expect(readdirSync(folder)).toEqual(['plan.txt']);
});

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
