/** In package.json and package-lock.json: the version of a workspace, and where one workspace depends on another. */
const IN_MANIFESTS = /(?<="name": "(?:portico|@portico\/[\w-]+)",\s+"version": "|"@portico\/[\w-]+": ")[^"]+/g;
/** In files that operators install and read: tags and labels of images, the migration job, folders under /opt. */
const IN_TEXTS = /(?<=\bportico[:/]|\bportico-migrate-|\bimage\.version=")\d+\.\d+\.\d+(?:-[a-z\d]+(?:\.[a-z\d]+)*)?/g;

/** Files that name the current version; others, such as decisions and the changelog, name old ones on purpose. */
const MANIFEST = /(?:^|\/)package(?:-lock)?\.json$/;
const TEXT = /^(?:deploy\/.+|docs\/[\w-]+\.md|README\.md)$/;

export const isVersioned = (path: string): boolean => MANIFEST.test(path) || TEXT.test(path);

const patternFor = (path: string): RegExp => (MANIFEST.test(path) ? IN_MANIFESTS : IN_TEXTS);

/** Every version of the portal in a versioned file, in order. */
export function namedVersions(path: string, text: string): string[] {
  return text.match(patternFor(path)) ?? [];
}

/** Replaces every version of the portal in a versioned file by `version`. */
export function withVersion(path: string, text: string, version: string): string {
  return text.replaceAll(patternFor(path), version);
}
