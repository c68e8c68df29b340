import { expect, test } from 'vitest';
import { releaseChangelog } from './changelog.ts';
import { isLarger } from './semver.ts';

test('releasing updates the changelog’s links to compare with the new version [OPS-131]', () => {
  const links = (unreleased: string) => `\n[Unreleased]: https://git.test/compare/${unreleased}...HEAD\n`;
  const changelog = `## [Unreleased]\n\n- A bell.\n${links('v0.1.0')}[0.1.0]: https://git.test/releases/tag/v0.1.0\n`;
  expect(releaseChangelog(changelog, '0.2.0', '2026-11-25')).toBe(
    `## [Unreleased]\n\n## [0.2.0] - 2026-11-25\n\n- A bell.\n${links('v0.2.0')}` +
      '[0.2.0]: https://git.test/compare/v0.1.0...v0.2.0\n[0.1.0]: https://git.test/releases/tag/v0.1.0\n',
  );
});

test('an "Unreleased" section with only links has no entries [OPS-131]', () => {
  const changelog = '## [Unreleased]\n\n[Unreleased]: https://git.test/compare/v0.1.0...HEAD\n';
  expect(() => releaseChangelog(changelog, '0.2.0', '2026-11-25')).toThrow('has no entries');
});

test('versions have the precedence of Semantic Versioning [OPS-131]', () => {
  const ascending = ['0.9.0', '0.10.0', '1.0.0-1', '1.0.0-2', '1.0.0-10', '1.0.0-a', '1.0.0-a.1', '1.0.0-b', '1.0.0'];
  for (const [at, version] of ascending.entries())
    for (const [otherAt, other] of ascending.entries()) expect(isLarger(version, other)).toBe(at > otherAt);
});
