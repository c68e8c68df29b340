import { floorOf, NODE_FLOORS } from '@portico/server/runtime/nodeFloor';

/**
 * A version with at least two numbers, such as in `Node.js 24.22.1`, `node:24.22.1-slim` or `node-v24.22.1.tar.xz`; not
 * that of a package whose name ends in `-node`.
 */
const STATED = /(?<![\w-])node(?:\.js)?(?:[\s:@/-]|\/dist\/|-linux-|\.org\/dist\/)v?(\d+\.\d+(?:\.\d+)?)/gi;

/** They name old versions on purpose: what a measurement or a decision was made with. */
const HISTORY = /^(?:CHANGELOG\.md|bench\/.*\.md|docs\/decisions\/.*|.*\.test\.tsx?|package-lock\.(?:dates\.)?json)$/;
const TEXT = /\.(?:md|ts|tsx|mjs|json|ya?ml|sh|service|example|conf)$|Containerfile$/;

export const statesNode = (path: string): boolean => TEXT.test(path) && !HISTORY.test(path);

/** Every version of Node in a text, in order. */
export const nodeVersionsIn = (text: string): string[] => [...text.matchAll(STATED)].map(([, version]) => version!);

/** What is wrong with the versions of Node in a text: each that is not the floor of a line, in one sentence. */
export function nodeProblems(path: string, text: string): string[] {
  return nodeVersionsIn(text)
    .filter((version) => floorOf(version)?.version !== version)
    .map((version) => `${path} has Node ${version}, not ${(floorOf(version) ?? NODE_FLOORS[0]).version}`);
}
