import { expect, test } from 'vitest';
import { nodeProblems, nodeVersionsIn, statesNode } from '../release/nodeVersions.ts';
import { readText, repositoryFiles } from './repositoryFiles.ts';

const files = repositoryFiles()
  .filter(statesNode)
  .map((path) => ({ path, text: readText(path) }));

test('every place that states a version of Node states the floor of a line [OPS-467]', () => {
  expect(files.flatMap(({ path, text }) => nodeProblems(path, text))).toEqual([]);
  const paths = files.filter(({ text }) => nodeVersionsIn(text).length > 0).map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['README.md', 'deploy/Containerfile', 'docs/install.md']));
});

test('the guides name the least version that starts the commands, as package.json does [OPS-467]', () => {
  const { engines } = JSON.parse(readText('package.json')) as { engines: { node: string } };
  const least = engines.node.replace('>=', '');
  const named = [...readText('README.md').matchAll(/Node\.js (\d+) or newer/g)].map(([, version]) => version);
  expect(named).toEqual([least]);
});
