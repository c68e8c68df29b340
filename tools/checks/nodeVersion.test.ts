import { NODE_FLOORS } from '@portico/server/runtime/nodeFloor';
import { expect, test } from 'vitest';
import { readText, repositoryFiles } from './repositoryFiles.ts';

/** A version with at least two numbers, such as in `Node.js 24.22.1`, `node:24.22.1-slim` or `node-v24.22.1.tar.xz`. */
const STATED = /\bnode(?:\.js)?(?:[\s:@/-]|\/dist\/|-linux-|\.org\/dist\/)v?(\d+\.\d+(?:\.\d+)?)/gi;

/** They name old versions on purpose: what a measurement or a decision was made with. */
const HISTORY =
  /^(?:CHANGELOG\.md|bench\/README\.md|docs\/decisions\/.*|.*\.test\.tsx?|package-lock\.(?:dates\.)?json)$/;
const TEXT = /\.(?:md|ts|tsx|mjs|json|ya?ml|sh|service|example|conf)$|Containerfile$/;

const stated = repositoryFiles()
  .filter((path) => TEXT.test(path) && !HISTORY.test(path))
  .flatMap((path) => [...readText(path).matchAll(STATED)].map(([, version]) => ({ path, version })));

test('every place that states a version of Node states the floor of a line [OPS-467]', () => {
  const floors = NODE_FLOORS.map(({ version }) => version);
  expect(stated.filter(({ version = '' }) => !floors.includes(version))).toEqual([]);
  const places = stated.map(({ path }) => path);
  expect(places).toEqual(expect.arrayContaining(['README.md', 'deploy/Containerfile', 'docs/install.md']));
});

test('the guides name the least version that starts the commands, as package.json does [OPS-467]', () => {
  const { engines } = JSON.parse(readText('package.json')) as { engines: { node: string } };
  const least = engines.node.replace('>=', '');
  const named = [...readText('README.md').matchAll(/Node\.js (\d+) or newer/g)].map(([, version]) => version);
  expect(named).toEqual([least]);
});
