const UNRELEASED = /^## \[?Unreleased\]?[ \t]*\n/im;
/** Where a section ends: at the next version, or at the links at the end of the file. */
const NEXT_PART = /^(?:## |\[[^\]]+\]: )/m;
const LINK = /^\[Unreleased\]: (?<base>\S+\/compare\/)(?<from>\S+?)\.\.\.(?<to>\S+)$/im;

/**
 * The changelog with "Unreleased" renamed to `version`, and an empty "Unreleased" above it. Throws if that section is
 * missing or has no entries. Source: Keep a Changelog 1.1.0.
 */
export function releaseChangelog(text: string, version: string, date: string): string {
  const heading = UNRELEASED.exec(text);
  if (!heading) throw new Error('CHANGELOG.md has no section "## [Unreleased]".');
  const rest = text.slice(heading.index + heading[0].length);
  const section = rest.slice(0, NEXT_PART.exec(rest)?.index);
  if (!/^\s*[-*] \S/m.test(section)) throw new Error('"Unreleased" in CHANGELOG.md has no entries.');
  const before = text.slice(0, heading.index);
  return linkVersion(`${before}## [Unreleased]\n\n## [${version}] - ${date}\n${rest}`, version);
}

/** Makes "Unreleased" compare with the new version, and adds a link for that, if versions have links at all. */
function linkVersion(text: string, version: string): string {
  return text.replace(
    LINK,
    (_link, base: string, from: string, to: string) =>
      `[Unreleased]: ${base}v${version}...${to}\n[${version}]: ${base}${from}...v${version}`,
  );
}
