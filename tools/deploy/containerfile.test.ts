import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { NODE_ARGUMENTS, NODE_ENVIRONMENT } from '@portico/server/testing/processes/nodeArguments';
import { expect, test } from 'vitest';
import { readText } from '../checks/repositoryFiles.ts';
import { root } from '../root.ts';
import { builtProgram } from '../serverBuild.ts';

const lines = readText('deploy/Containerfile').split('\n');
const valueOf = (instruction: string): string =>
  lines.findLast((line) => line.startsWith(`${instruction} `))?.slice(instruction.length + 1) ?? '';

test('the image starts the server as production does, as nobody, on the pinned Node [OPS-124]', () => {
  const folder = valueOf('WORKDIR');
  const [program = '', ...flags] = JSON.parse(valueOf('ENTRYPOINT')) as string[];
  const [script = ''] = JSON.parse(valueOf('CMD')) as string[];
  expect(flags).toEqual(NODE_ARGUMENTS);
  expect(valueOf('ENV').split(' ')).toContain(`MALLOC_ARENA_MAX=${NODE_ENVIRONMENT.MALLOC_ARENA_MAX}`);
  expect(existsSync(join(root, program.replace(`${folder}/`, ''))), program).toBe(true);
  expect(script).toBe(relative(root, builtProgram('main')));
  expect(valueOf('USER')).toBe('65532:65532');
  const data = /PORTICO_DATA_DIR=(\S+)/.exec(valueOf('ENV'))?.[1];
  expect(lines).toContain(`COPY --from=build --chown=${valueOf('USER')} ${data} ${data}`);
  expect(valueOf('VOLUME')).toBe(data);
  const { dependencies } = JSON.parse(readText('package.json')) as { dependencies: { node: string } };
  expect(lines.find((line) => line.endsWith(' AS build'))).toContain(`/node:${dependencies.node}-`);
});

test('what is not part of the repository does not get into the image [OPS-124]', () => {
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
