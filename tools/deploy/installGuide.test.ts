import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readText, repositoryFiles } from '../checks/repositoryFiles.ts';
import { commands } from '../commands.mjs';
import { root } from '../root.ts';

const guide = readText('docs/install.md');
const pages = [guide, readText('docs/containers.md'), readText('docs/operations.md')].join('\n');
const typed = [...pages.matchAll(/^```\w*\n([^]*?)^```$/gm)].map(([, lines = '']) => lines).join('\n');

test('every file of the repository that the guides for operators run or copy exists [OPS-122]', () => {
  const files = [...typed.matchAll(/(?<=[\s']|\/opt\/portico\/current\/)(?:apps|bin|deploy|tools)\/[\w./-]+/g)].map(
    ([path]) => path,
  );
  expect(files.length).toBeGreaterThan(6);
  // A fresh checkout has no built programs yet.
  const sources = files.map((path) => path.replace(/^(apps\/server)\/dist\/(\w+)\.js$/, '$1/src/$2.ts'));
  expect(sources.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('every npm command of the guides for operators exists [OPS-122]', () => {
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
  const names = [...pages.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name = '']) => name);
  expect(names).toContain('build');
  expect(names.filter((name) => !(name in scripts))).toEqual([]);
});

test('the pages for operators name only commands that portico has, and none of npm for them [OPS-490]', () => {
  const operating = Object.keys(commands).filter((name) => commands[name]!.group === 'operate');
  const paths = repositoryFiles().filter((path) =>
    /^docs\/(?:(?:containers|identity-providers|install|operations|operations-reference|sidebar)\.md|runbooks\/)/.test(
      path,
    ),
  );
  const texts = paths.map((path) => readText(path)).join('\n');
  const named = [...texts.matchAll(/(?:^|`)portico(?: --settings \S+)* (?!help)([\w:]+)/gm)].map(
    ([, name = '']) => name,
  );
  expect(named).toContain('people:import');
  expect(named.filter((name) => !operating.includes(name))).toEqual([]);
  const ofNpm = [...texts.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name = '']) => name);
  expect(ofNpm.filter((name) => operating.includes(name))).toEqual([]);
});

test('the installation guide leads from the machine to alerts in numbered steps [OPS-122]', () => {
  const steps = [...guide.matchAll(/^## (\d+)\. /gm)].map(([, number]) => Number(number));
  expect(steps).toEqual(steps.map((_step, index) => index + 1));
  expect(steps.length).toBe(10);
});

test('what an operator reads for an installation and its tasks has at most 4,050 words [OPS-516]', () => {
  // As counted by: cat docs/install.md docs/operations.md | wc -w
  const words = `${guide}\n${readText('docs/operations.md')}`.split(/\s+/).filter(Boolean);
  expect(words.length).toBeLessThanOrEqual(4050);
});
